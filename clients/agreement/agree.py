#!/usr/bin/env python3
"""Plays games with catanatron 3.2.1 and with `newcatan engine` in step, and compares them.

Both get the same board, the same actions and the same random results. After each action, hands,
supply, pieces, points, awards, the player to act and the legal actions have to be the same. Any
difference has to be one of EXEMPTIONS, which README.md describes.

    python3 clients/agreement/agree.py --transitions 3000 --engine target/debug/newcatan
"""
import argparse
import random
import sys

from catanatron.game import TURNS_LIMIT, Game
from catanatron.models.enums import RESOURCES
from catanatron.models.player import Color

from mirror import EXEMPTED, Bare, Difference, Engine, Mirror


class Match(Mirror):
    """One game that both engines play, with actions chosen at random."""

    def __init__(self, engine, seed, plant):
        colors = list(Color)[: 2 + seed % 3]
        theirs = Game([Bare(color) for color in colors], seed=seed)
        # Shortages are rare with 19 cards of each resource.
        theirs.state.resource_freqdeck = [19 if seed % 3 else 7] * len(RESOURCES)
        super().__init__(engine, theirs, random.Random(seed), plant)
        self.is_greedy = seed % 2 == 1

    def choose(self):
        """An action of catanatron, with all random results."""
        actions = self.playable()
        kinds = sorted({a.action_type.value for a in actions})
        if self.is_greedy:
            wishes = ["BUILD_CITY", "BUILD_SETTLEMENT", "BUY_DEVELOPMENT_CARD", "PLAY_KNIGHT_CARD", "BUILD_ROAD"]
            kind = next((w for w in wishes if w in kinds and self.rng.random() < 0.8), self.rng.choice(kinds))
        else:
            kind = self.rng.choice(kinds)
        return self.drawn(self.rng.choice([a for a in actions if a.action_type.value == kind]))


# Differences that end a game, since the tables can no longer be the same.
ENDS = {"longest road of catanatron": "roads of catanatron", "win out of turn": "win out of turn"}


def play(engine, seed, left, plant):
    """Plays a game. Returns the number of compared transitions."""
    done, match = 0, None
    try:
        match = Match(engine, seed, plant)
        while done < left and not match.is_over and match.state.num_turns < TURNS_LIMIT:
            match.perform(match.choose())
            done += 1
    except Difference as difference:
        if difference.what not in ENDS:
            difference.seed, difference.done = seed, done
            difference.lines = match.last if match else []
            raise
        EXEMPTED[ENDS[difference.what]] += 1
    engine.ask("close", game=match.id)
    return done


def plant_theirs(name):
    """Plants a fault in catanatron."""
    import catanatron.state as state

    if name == "robber":
        right = state.yield_resources

        def wrong(board, bank, number):
            place, board.robber_coordinate = board.robber_coordinate, None
            result = right(board, bank, number)
            board.robber_coordinate = place
            return result

        state.yield_resources = wrong
    elif name == "city":
        state.CITY_COST_FREQDECK = [0, 0, 0, 2, 2]
    elif name == "army":
        state.play_dev_card.__globals__["get_largest_army"] = lambda state: (None, None)


# Faults of newcatan: settings and rules of the scenario.
OURS = {
    "army": {"without": ["catan/largest_army"]},
    "port": {"without": ["catan/port_3_for_1"]},
    "claimant": {"set": {"sole_claimant": True}},
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--engine", default="target/debug/newcatan", help="the program")
    parser.add_argument("--transitions", type=int, default=3000, help="how many are compared at least")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the first game")
    parser.add_argument("--plant-theirs", choices=["robber", "city", "army"], help="plant a fault in catanatron")
    parser.add_argument("--plant-ours", choices=sorted(OURS), help="plant a fault in newcatan")
    args = parser.parse_args()
    if args.plant_theirs:
        plant_theirs(args.plant_theirs)
    engine, total, seed = Engine(args.engine), 0, args.seed
    try:
        while total < args.transitions:
            total += play(engine, seed, args.transitions - total, OURS.get(args.plant_ours, {}))
            seed += 1
    except Difference as difference:
        print(f"game {difference.seed}, after {difference.done} transitions: {difference.what}")
        print(f"  after:      {'; '.join(difference.lines)}")
        print(f"  newcatan:   {difference.ours}\n  catanatron: {difference.theirs}")
        sys.exit(1)
    games = seed - args.seed
    print(f"{total} transitions of {games} games agree; exempted: {dict(EXEMPTED)}")


if __name__ == "__main__":
    main()
