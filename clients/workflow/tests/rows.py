"""The queries of docs/rows.md give the numbers of the program's own tables.

tests/rows.py NEWCATAN: runs the commands and the queries of the page in an empty folder.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from math import isclose
from pathlib import Path

import duckdb

PAGE = Path(__file__).resolve().parents[3] / "docs" / "rows.md"


def same(name, found, expected):
    """Fails unless two tables are equal; numbers may differ by rounding."""
    if len(found) != len(expected) or found.keys() != expected.keys():
        sys.exit(f"{name}: the query has {sorted(found)}, sim has {sorted(expected)}")
    for key, values in expected.items():
        for one, other in zip(found[key], values, strict=True):
            if not isclose(one, other, rel_tol=1e-6, abs_tol=1e-9):
                sys.exit(f"{name}, {key}: the query gives {found[key]}, sim {values}")
    print(f"{name}: {len(found)} rows agree")


def summary(program, command):
    """The summary of the run of a command, as JSON."""
    words = [word for word in command.split() if word != "newcatan"]
    return json.loads(subprocess.check_output([program, *words, "--json"]))


def expected(games, nine):
    """The tables that the queries give, from summaries: by query, by the first column."""
    players = games["players"]
    length = games["turns"]
    uses = {}
    for use in games["uses"]:
        thing = f"{use['sort']}_{use['name']}".replace(" ", "_").replace("/", "_")
        uses[thing] = [use["times"], use["games"]["count"], use["wins"]["of"], use["wins"]["count"]]
    return {
        "wins": {it["name"]: [it["wins"]["count"], *it["wins"]["interval"]] for it in players},
        "length": {length["mean"]: [length[it] for it in ("median", "low", "high", "least", "most")]},
        "uses": uses,
        "points": {it["source"]: [it["winner"], it["player"]] for it in games["points"]},
        "change": {nine["turns"]["mean"] - length["mean"]: []},
        "shards": {games["games"]: [length["mean"]]},
    }


def flat(row):
    """The cells of a row; a struct is as many cells as it has values."""
    for cell in row:
        yield from cell.values() if isinstance(cell, dict) else [cell]


def main():
    program = os.path.realpath(sys.argv[1])
    page = PAGE.read_text()
    commands = "".join(re.findall("```sh\n(.*?)```", page, re.S)).splitlines()
    queries = re.findall("```sql\n(.*?)```", page, re.S)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for command in commands:
            words = command.split()[1:]
            subprocess.run([program, *words], check=True, stdout=subprocess.DEVNULL)
        plain = [re.sub(" --out [^ ]*| --shards [^ ]*", "", command) for command in commands]
        tables = expected(summary(program, plain[0]), summary(program, plain[2]))
        connection = duckdb.connect()
        asked = set()
        for query in queries:
            name = re.match("-- (.*)\n", query)
            rows = connection.execute(query).fetchall()
            if name is None:
                continue
            asked.add(name[1])
            found = {}
            for row in rows:
                first, *rest = flat(row)
                found[first] = rest
            if name[1] == "change":
                # The standard error is not in any table.
                found = {round(key, 6): [] for key in found}
                tables["change"] = {round(key, 6): [] for key in tables["change"]}
            same(name[1], found, tables[name[1]])
        if asked != tables.keys():
            sys.exit(f"the page asks {sorted(asked)}, and this script checks {sorted(tables)}")


if __name__ == "__main__":
    main()
