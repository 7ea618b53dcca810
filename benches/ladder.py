#!/usr/bin/env python3
"""Plays matches between kinds of players, and makes the table of docs/players.md from all results.

    benches/ladder.py             plays each match of the table that is played by newcatan alone, on
                                  seeds that it has not had, then makes the table
    benches/ladder.py SCENARIO    plays all matches of this scenario, also those that the table lacks
    benches/ladder.py --table     only makes the table
    benches/ladder.py --check     fails if the table is another one

benches/matches.jsonl has a line for each match, as `newcatan compare --seats --log` writes it. Lines
of the same players in the same scenario add up.
"""
import argparse
import itertools
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "clients/agreement"))
from share import wilson  # noqa: E402

LOG = ROOT / "benches/matches.jsonl"
PAGE = ROOT / "docs/players.md"
BEGIN, END = "<!-- made by just ladder -->\n", "<!-- end of the table -->\n"
# The scenarios that have weights of their own, from the smallest rules to the largest.
SCENARIOS = ["catan", "fishermen", "new_shores_4", "fog_islands_4", "cloth_4", "desolation",
             "newcatan", "newcatan_complete", "knights"]
# The kinds of players, and the share that the first one is to win.
MATCHES = [("search,greedy", "85%"), ("search,random", "85%"), ("greedy,random", "85%")]
# How many positions `search` looks at for a decision where its 5000 would take more than 25 ms.
POSITIONS = {"desolation": 1500, "newcatan_complete": 3000, "knights": 550}
HEADS = ["scenario", "players", "match", "games", "wins of the first", "95 %", "mark",
         "decision of the first"]


def read(path):
    """The lines of matches, added up by what was played; the first line of each gives the order."""
    sums = {}
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = json.loads(text)
        changes = tuple(line.get("changes", []))
        key = (line["scenario"], changes, line.get("peer"), line["players"], *line["seats"])
        seeds = range(line["seed"], line["seed"] + line["seeds"])
        known = sums.setdefault(key, [])
        if any(seeds.start < of.stop and of.start < seeds.stop for of, _ in known):
            sys.exit(f"{path.name}:{number}: some of these seeds have been played already")
        known.append((seeds, line))
    return {key: lines for key, lines in sums.items() if any(line["games"] for _, line in lines)}


def row(key, lines):
    """A row of the table."""
    scenario, changes, peer, players, first, second = key
    games = sum(line["games"] for line in lines)
    won = sum(line["wins"][0] for line in lines)
    # Games of a seed are alike, so they are worth fewer independent games.
    worth = sum(line["games"] / line["design_effect"] for line in lines)
    low, high = wilson(won / games, worth)
    place = ", ".join([f"`{scenario}`", *changes, *([f"in {peer}"] if peer else [])])
    void = sum(sum(line.get("void", {}).values()) for line in lines)
    played = f"{games} and {void} void" if void else str(games)
    return [place, str(players), f"{first}, {second}", played, f"{100 * won / games:.1f} %",
            f"{100 * low:.1f} to {100 * high:.1f} %", mark(lines), time(lines)]


def time(lines):
    """How long a decision of the first kind takes, where the lines tell it."""
    timed = [line for line in lines if "milliseconds" in line]
    if not timed:
        return "-"
    count = sum(line["decisions"] for line in timed)
    mean = sum(line["decisions"] * line["milliseconds"]["mean"] for line in timed) / count
    # Of all lines together, at least 99 % are within the greatest of their limits.
    late = max(line["milliseconds"]["p99"] for line in timed)
    return f"{mean:.1f} ms, 99 % within {late:.0f} ms"


def mark(lines):
    """The verdicts of the tests in their order, such as `85 % missed, then reached`."""
    verdicts = {}
    for line in lines:
        if test := line.get("test"):
            verdicts.setdefault(test["at_least"], []).append(test["verdict"])
    for share, known in verdicts.items():
        # An undecided test says nothing beside one that decided.
        known = [verdict for verdict in known if verdict != "undecided"] or known[:1]
        verdicts[share] = [verdict for verdict, _ in itertools.groupby(known)]
    words = (f"{100 * share:.0f} % {', then '.join(known)}" for share, known in verdicts.items())
    return ", ".join(words) or "-"


def table(sums):
    rows = [row(key, [line for _, line in lines]) for key, lines in sums.items()]
    order = {name: number for number, name in enumerate(SCENARIOS)}
    rows.sort(key=lambda cells: (order.get(cells[0].strip("`"), len(order)), cells))
    lines = [f"| {' | '.join(cells)} |\n" for cells in [HEADS, *rows]]
    return "".join([lines[0], "|" + "---|" * len(HEADS) + "\n", *lines[1:]])


def page(text, sums):
    """The page with the table of these matches."""
    before, rest = text.split(BEGIN)
    _, after = rest.split(END)
    return f"{before}{BEGIN}{table(sums)}{END}{after}"


def play(args):
    """Plays all matches of the ladder, each on the seeds after those that have been played."""
    program = args.program or ROOT / "target/release/newcatan"
    if not args.program:
        subprocess.run(["cargo", "build", "--release"], check=True, cwd=ROOT)
    for scenario in args.scenarios or SCENARIOS:
        for seats, share in MATCHES:
            if scenario in POSITIONS:
                seats = seats.replace("search", f"search:{POSITIONS[scenario]}")
            played = [seeds.stop for key, lines in read(LOG).items() for seeds, _ in lines
                      if (key[0], *key[2:3], *key[4:]) == (scenario, None, *seats.split(","))]
            if not played and not args.scenarios:
                continue
            command = [program, "compare", scenario, "--seats", seats, "--at-least", share,
                       "--seed", str(max(played, default=1)), "--games", str(args.games),
                       "--log", str(LOG)]
            print(" ".join(map(str, command)), flush=True)
            subprocess.run(command, check=True, cwd=ROOT)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--table", action="store_true", help="play nothing, only make the table")
    parser.add_argument("--check", action="store_true", help="fail if the table is another one")
    parser.add_argument("--program", help="the program; by default, a release is built")
    parser.add_argument("--games", type=int, default=400, help="the maximum number of games of a match")
    parser.add_argument("scenarios", nargs="*", help="only these scenarios")
    args = parser.parse_args()
    if not (args.table or args.check):
        play(args)
    old = PAGE.read_text(encoding="utf-8")
    new = page(old, read(LOG))
    if args.check:
        if new != old:
            sys.exit(f"{PAGE.relative_to(ROOT)} is out of date: `just ladder --table`")
        return
    PAGE.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
