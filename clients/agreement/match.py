#!/usr/bin/env python3
"""Plays a match in catanatron's own engine: newcatan's `search` against a player of catanatron.

Each kind of player has two of the four seats. Each seed is played in all six arrangements, with the
same board and the same dice. newcatan follows the game in `newcatan engine`, and decides by its
method `hint`, which uses only what its seat can see.

    python3 clients/agreement/match.py --player value --at-least 55% --log matches.jsonl
"""
import argparse
import importlib
import itertools
import json
import os
import random
import sys
import time
from importlib import metadata

from catanatron.game import TURNS_LIMIT, Game
from catanatron.models.enums import RESOURCES, Action, ActionType
from catanatron.models.player import Color

from mirror import EXEMPTED, KINDS, Bare, Difference, Engine, Mirror, longest_road, our_key
from share import Share

SEATS = 4
# Nobody trades with other players in catanatron.
NO_TRADE = """//! No trade
//! Players trade with the supply only.
//! Rulings: H-1.

fn may_trade(me, other) {
    "players do not trade with each other"
}
"""

EXPERIMENTAL = "catanatron_experimental.machine_learning.players"
# The players of catanatron: module, class and arguments.
PLAYERS = {
    "random": ("catanatron.players.weighted_random", "WeightedRandomPlayer", {}),
    "points": ("catanatron.players.search", "VictoryPointPlayer", {}),
    "value": (f"{EXPERIMENTAL}.value", "ValueFunctionPlayer", {}),
    "alphabeta": (f"{EXPERIMENTAL}.minimax", "AlphaBetaPlayer", {"depth": 2}),
}


class Arena(Mirror):
    """A game in which newcatan has some of the seats, and a player of catanatron the others."""

    def __init__(self, engine, seed, seats, make, positions):
        """`seats` tells for each seat if it is newcatan's; `make` makes a player for a color."""
        theirs = Game([Bare(color) for color in Color], seed=seed)
        super().__init__(engine, theirs, random.Random(f"cards {seed}"), rules={"no_trade": NO_TRADE})
        # The dice are the same in all arrangements, whatever else is drawn.
        self.dice = random.Random(f"dice {seed}")
        self.is_ours = dict(zip(self.state.colors, seats))
        self.players = {color: make(color) for color in self.state.colors}
        self.positions = positions
        self.decisions, self.times = 0, []

    def play(self):
        """Plays to the end. Returns the winner's color, or None."""
        try:
            while self.winner() is None and self.state.num_turns < TURNS_LIMIT:
                self.move()
        except Difference as difference:
            # catanatron decides when a game is won: see `win out of turn` in README.md.
            if difference.what != "win out of turn":
                raise
            EXEMPTED["win out of turn"] += 1
        return self.winner()

    def winner(self):
        return self.theirs.winning_color()

    def move(self):
        """The player to act chooses among the actions that both engines allow."""
        color, actions = self.state.current_color(), self.playable()
        if not self.is_ours[color]:
            # Some players read the list of the state.
            self.state.playable_actions = actions
            self.perform(self.drawn(self.players[color].decide(self.theirs, actions)))
            return
        by_key = {}
        for action in actions:
            by_key.setdefault(self.their_key(action), []).append(action)
        self.follow(color, by_key)

    def follow(self, color, by_key):
        """Plays newcatan's choice, which may take several steps in newcatan."""
        if ("discard",) in by_key:
            cards = self.discard(color)
            self.perform(Action(color, ActionType.DISCARD, cards), [])
            return
        key = self.wish(color, by_key)
        action = by_key[key][0]
        what = action.action_type
        if what == ActionType.MOVE_ROBBER:
            self.rob(color, by_key[key])
        elif what == ActionType.PLAY_MONOPOLY:
            [kind] = self.answers(color, "monopoly")
            self.perform(Action(color, what, kind), [])
        elif what == ActionType.PLAY_YEAR_OF_PLENTY:
            kinds = sorted(self.answers(color, "discovery"), key=RESOURCES.index)
            self.perform(Action(color, what, tuple(kinds)), [])
        else:
            self.perform(self.drawn(action))

    def hints(self, color):
        """newcatan's advice for the seat, best first."""
        self.decisions += 1
        begun = time.perf_counter()
        answer = self.engine.ask(
            "hint", game=self.id, player=self.names[color], seed=self.decisions, **self.positions)
        self.times.append(time.perf_counter() - begun)
        return [hint["action"] for hint in answer["actions"]]

    def wish(self, color, by_key):
        """The best action that catanatron allows as well, as a key."""
        if len(by_key) > 1:
            for rank, action in enumerate(self.hints(color)):
                if our_key(action) in by_key:
                    EXEMPTED["forbidden advice"] += rank > 0
                    return our_key(action)
            EXEMPTED["no allowed advice"] += 1
        simple = (("roll",), ("end_turn",))
        return next((key for key in simple if key in by_key), next(iter(by_key)))

    def discard(self, color):
        """Discards one card after the other. Returns them as catanatron names them."""
        count, cards = len(self.resources(color)) // 2, []
        names = {name: kind for kind, name in KINDS.items()}
        for _ in range(count):
            action = self.hints(color)[0]
            self.tell(action["line"])
            cards.append(names[action["card"]])
        return cards

    def rob(self, color, actions):
        """Moves the robber and takes a card, which is one action in catanatron."""
        [move, *_] = self.lines(Action(color, ActionType.MOVE_ROBBER, (actions[0].value[0], None, None)))
        self.tell(move)
        by_victim = {self.names.get(action.value[1]): action for action in actions}
        wished = next(iter(by_victim))
        if len(by_victim) > 1:
            wished = next((h["from"] for h in self.hints(color) if h.get("from") in by_victim), wished)
        action = self.drawn(by_victim[wished])
        self.perform(action, self.lines(action)[1:])

    def answers(self, color, card):
        """Plays a card and answers its questions. Returns the kinds that were chosen."""
        me, names = self.names[color], {name: kind for kind, name in KINDS.items()}
        before = self.resources(color)
        seen = self.tell(f"{me} plays {card}")
        chosen = []
        while seen["step"] == "answer" and not seen["winner"]:
            action = self.hints(color)[0]
            chosen.append(names[action["answer"]])
            seen = self.tell(action["line"])
        if card == "discovery":
            # What need not be asked is taken without a question.
            [hand] = [seat["resources"] for seat in seen["players"] if seat["name"] == me]
            return [k for k in RESOURCES for _ in range(hand.get(KINDS[k], 0) - before.count(k))]
        return chosen

    def tell(self, line):
        """Plays a line in newcatan only. Returns what everybody has afterwards."""
        self.engine.ask("play", game=self.id, line=line)
        return self.engine.ask("observe", game=self.id, open=True)

    def compare_roads(self, ours):
        """Gives the award to its rightful owner, where catanatron has another one."""
        try:
            super().compare_roads(ours)
        except Difference as difference:
            if difference.what != "longest road of catanatron":
                raise
            EXEMPTED["roads of catanatron"] += 1
            correct_roads(self.state, self.holder)


def correct_roads(state, holder):
    """Sets the lengths of all roads and the owner of the longest one in catanatron."""
    board, facts = state.board, state.player_state
    for index, color in enumerate(state.colors):
        board.road_lengths[color] = longest_road(board, color)
        facts[f"P{index}_LONGEST_ROAD_LENGTH"] = board.road_lengths[color]
        change = 2 * ((color == holder) - facts[f"P{index}_HAS_ROAD"])
        facts[f"P{index}_HAS_ROAD"] = color == holder
        for points in ("VICTORY_POINTS", "ACTUAL_VICTORY_POINTS"):
            facts[f"P{index}_{points}"] += change
    board.road_color = holder
    board.road_length = board.road_lengths[holder] if holder else 0


class Tally:
    """What a match has brought so far."""

    def __init__(self):
        self.share, self.seeds, self.games = Share(), 0, 0
        # Games that newcatan and that catanatron's player won.
        self.wins = [0, 0]
        # Games that the engines could not finish in step: who was ahead in catanatron's points.
        self.void, self.reasons = {"newcatan": 0, "catanatron": 0, "nobody": 0}, []
        self.differences = 0
        self.times = []

    def undecided(self):
        return self.games - sum(self.wins)

    def add_void(self, arena, reason):
        points = {True: 0, False: 0}
        for index, color in enumerate(arena.state.colors):
            ours = arena.is_ours[color]
            got = arena.state.player_state[f"P{index}_ACTUAL_VICTORY_POINTS"]
            points[ours] = max(points[ours], got)
        ahead = (points[True] > points[False]) - (points[True] < points[False])
        self.void[{1: "newcatan", -1: "catanatron", 0: "nobody"}[ahead]] += 1
        self.reasons.append(reason)

    def milliseconds(self):
        """The mean time of a decision of newcatan, and the 99th percentile."""
        times = sorted(self.times) or [0.0]
        return [round(1000 * t, 1) for t in (sum(times) / len(times), times[int(0.99 * len(times))])]


def play_seed(engine, seed, make, args, tally):
    """Plays a seed in all arrangements of the seats."""
    won = games = 0
    for ours in itertools.combinations(range(SEATS), SEATS // 2):
        if tally.games + sum(tally.void.values()) >= args.games:
            break
        arena = Arena(engine, seed, [seat in ours for seat in range(SEATS)], make, args.positions)
        try:
            winner = arena.play()
        except Difference as difference:
            what = f"{difference.what}: {difference.ours}, {difference.theirs}, after {arena.last}"
            tally.add_void(arena, f"seed {seed}, seats {ours}: {what:.300}")
            tally.differences += 1
        # catanatron itself fails in some games, such as one in which a road is cut in a certain way.
        except (AttributeError, LookupError, TypeError, ValueError) as failure:
            tally.add_void(arena, f"seed {seed}, seats {ours}: failed: {failure!r:.300}")
        else:
            games += 1
            tally.games += 1
            if winner is not None:
                tally.wins[not arena.is_ours[winner]] += 1
                won += arena.is_ours[winner]
        tally.times += arena.times
        engine.ask("close", game=arena.id)
    tally.seeds += 1
    tally.share.add(won, games)


def load_player(name):
    """The name of a player's class, and a function that makes one for a color."""
    if name in PLAYERS:
        module, kind, arguments = PLAYERS[name]
    else:
        module, _, kind = name.partition(":")
        arguments = {}
    try:
        made = getattr(importlib.import_module(module), kind)
    except (ImportError, AttributeError, ValueError) as error:
        sys.exit(f"no player `{name}`: {error} (see README.md)")
    title = "".join([kind] + [f":{value}" for value in arguments.values()])
    return title, lambda color: made(color, **arguments)


def row(tally, args, title, version):
    """The match as a line of a log, with the fields of `newcatan compare --seats --log`."""
    mean, late = tally.milliseconds()
    name = ":".join(["search", *map(str, args.positions.values())])
    line = {
        "engine": version, "peer": f"catanatron {metadata.version('catanatron')}",
        "scenario": "catan", "players": SEATS, "seats": [name, title],
        "seed": args.seed, "seeds": tally.seeds, "games": tally.games, "wins": tally.wins,
        "undecided": tally.undecided(), "design_effect": round(tally.share.design_effect(), 3),
        "void": tally.void, "decisions": len(tally.times), "milliseconds": {"mean": mean, "p99": late},
    }
    if args.at_least:
        low = round(args.at_least - args.below, 6)
        verdict = tally.share.verdict(low, args.at_least)
        line["test"] = {"at_least": args.at_least, "against": low, "verdict": verdict}
    return line


def report(line, tally):
    [ours, theirs] = line["seats"]
    low, high = tally.share.interval() or [0.0, 1.0]
    share = line["wins"][0] / max(1, line["games"])
    print(f"{ours} of newcatan {line['engine']} against {theirs} of {line['peer']}")
    print(f"  {line['games']} games of {line['players']} players, {line['seeds']} seeds from {line['seed']}")
    print(f"  {ours} wins {line['wins'][0]}: {share:.1%} (95 %: {low:.1%} to {high:.1%})")
    print(f"  {theirs} wins {line['wins'][1]}, undecided {line['undecided']}")
    time_of = line["milliseconds"]
    print(f"  {line['decisions']} decisions: {time_of['mean']} ms on average, 99 % within {time_of['p99']} ms")
    void = line["void"]
    print(f"  void games: {sum(void.values())}; ahead in them: {void}")
    for reason in tally.reasons[:10]:
        print(f"    {reason}")
    print(f"  differences that were bridged: {dict(EXEMPTED)}")
    if "test" in line:
        test = line["test"]
        print(f"  at least {test['at_least']:.0%}, against {test['against']:.0%}: {test['verdict']}")


def per_cent(text):
    share = float(text.removesuffix("%")) / 100
    if not 0 < share < 1:
        raise argparse.ArgumentTypeError("expected a percentage, such as 55%")
    return share


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--engine", default="target/release/newcatan", help="the program")
    parser.add_argument("--player", default="random",
                        help=f"{', '.join(PLAYERS)}, or MODULE:CLASS of another player of catanatron")
    parser.add_argument("--games", type=int, default=400, help="the maximum number of games")
    parser.add_argument("--seed", type=int, default=1, help="the first seed, at least 1")
    parser.add_argument("--at-least", type=per_cent, metavar="SHARE",
                        help="end as soon as it is decided whether newcatan wins this share, such as 55%%")
    parser.add_argument("--below", type=per_cent, default=0.05, metavar="POINTS",
                        help="the mark is missed if it is so far below (5%%)")
    parser.add_argument("--positions", type=int, help="the effort of a decision; by default newcatan's own")
    parser.add_argument("--strict", action="store_true", help="fail if the engines differ in a game")
    parser.add_argument("--log", help="append the result to this file as a line of JSON")
    args = parser.parse_args()
    args.positions = {"positions": args.positions} if args.positions else {}
    title, make = load_player(args.player)
    engine, tally, seed = Engine(args.engine), Tally(), args.seed
    version = engine.ask("hello")["engine"]
    is_open = True
    while is_open and tally.games + sum(tally.void.values()) < args.games:
        play_seed(engine, seed, make, args, tally)
        seed += 1
        line = row(tally, args, title, version)
        is_open = line.get("test", {}).get("verdict", "undecided") == "undecided"
    report(line, tally)
    if args.log:
        with open(args.log, "a", encoding="utf-8") as file:
            file.write(json.dumps(line, separators=(",", ":")) + "\n")
    if args.strict and tally.differences:
        sys.exit(1)


if __name__ == "__main__":
    # Sets have an order of their own in each run, on which some players of catanatron depend.
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})
    main()
