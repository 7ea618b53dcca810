#!/usr/bin/env python3
"""A round of catanatron for `newcatan bench`: random games on its default map, four players.

A decision is one tick of its game: a roll, the end of a turn, each card of a discard.
Prints one line of JSON: engine, decisions, games, and the CPU time in seconds.
The argument is the number of seconds during which new games begin.
"""

import json
import sys
import time
from importlib import metadata

from catanatron.game import Game
from catanatron.models.player import Color, RandomPlayer

WARM_UP = 5


def play(seed):
    """Plays a game. Returns the number of decisions in its log.

    Returns None if the game fails, which happens once in some hundred games.
    """
    game = Game([RandomPlayer(color) for color in list(Color)[:4]], seed=seed)
    try:
        game.play()
    except TypeError:
        return None
    state = game.state
    log = state.action_records if hasattr(state, "action_records") else state.actions
    return len(log)


def main():
    span = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    for seed in range(WARM_UP):
        play(seed)
    decisions = games = 0
    seed, seconds = WARM_UP, 0.0
    begun = time.perf_counter()
    while games == 0 or time.perf_counter() - begun < span:
        worked = time.process_time()
        played = play(seed)
        seed += 1
        if played is not None:
            decisions += played
            games += 1
            seconds += time.process_time() - worked
    engine = f"catanatron {metadata.version('catanatron')}"
    print(json.dumps(
        {"engine": engine, "decisions": decisions, "games": games, "seconds": seconds}))


main()
