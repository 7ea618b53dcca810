#!/usr/bin/env python3
"""Draws the distribution of instructions in random games: docs/profile.svg.

    benches/profile.py

Needs valgrind. Inlined code counts for its own file, but code of the standard library counts for the
file that uses it.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WORKS = ["catan", "newcatan", "newcatan_complete", "desolation", "knights"]
GAMES = 10
PICTURE = ROOT / "docs/profile.svg"
ROWS = 22

# Parts of the program: the titles of their rows and their colors.
KERNEL, SCRIPTS, OTHERS = "the kernel", "scripts", "memory and libraries"
COLORS = {KERNEL: "#3b6fa0", SCRIPTS: "#b5622a", OTHERS: "#8a8f94"}


def counted(program, work):
    """The instructions of random games by row."""
    with tempfile.NamedTemporaryFile() as file:
        subprocess.run(
            ["valgrind", "--quiet", "--tool=callgrind", f"--callgrind-out-file={file.name}",
             "--toggle-collect=newcatan::seat::random::playout",
             program, "bench", work, "--rounds", "1", "--games", str(GAMES)],
            check=True, stdout=subprocess.DEVNULL, cwd=ROOT)
        return by_row(Path(file.name).read_text())


def by_row(text):
    """Sums callgrind's costs by row."""
    names, rows = {}, Counter()
    own = here = ""
    is_call = False
    for line in text.splitlines():
        spec = re.match(r"(fl|fi|fe|fn|ob|cob|cfi|cfl|cfn)=(?:\((\d+)\))? ?(.*)", line)
        if spec:
            key, number, name = spec.groups()
            space = "fn" if key.endswith("fn") else "ob" if key.endswith("ob") else "file"
            name = names.setdefault((space, number), name) if number else name
            if key == "fl":
                own = here = name
            elif key in ("fi", "fe"):
                here = name
            elif key == "fn":
                function = name
        elif line.startswith("calls="):
            is_call = True
        elif re.match(r"[+*\-\d]", line):
            if not is_call:
                file = own if is_std(here) else here
                rows[row(file, function)] += int(line.split()[1])
            is_call = False
    return rows


def is_std(file):
    return "/library/" in file


def row(file, function):
    """The row that a file belongs to: its part and its name."""
    own = re.match(r"src/([^/.]+(?:/[^/.]+)?)", file.removeprefix(f"{ROOT}/"))
    if own:
        return (SCRIPTS if own[1].startswith("script") else KERNEL), own[1]
    if "malloc" in file or re.match(r"malloc|free|__rustc::|__r(ust|dl)_", function):
        return OTHERS, "taking and giving back memory"
    if re.search(r"mem(cpy|move|set|cmp)", function):
        return OTHERS, "copying and comparing memory"
    if re.search(r"rhai|smartstring|thin_vec|ahash", file + function):
        return SCRIPTS, "the script engine"
    return OTHERS, "the standard library and others"


def svg(shares):
    """The picture: a row for each file, a column of bars for each scenario."""
    total = sum(shares.values(), Counter())
    lines = []
    for part in COLORS:
        largest = [key for key, _ in total.most_common(ROWS) if key[0] == part]
        lines += [(part, None), *largest]
    left, column, line, top = 270, 190, 22, 64
    width, height = left + column * len(shares) + 20, top + line * len(lines) + 24
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
           f' viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
           "<title>Where the instructions of random games go</title>",
           f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
           '<text x="20" y="24" font-size="16" font-weight="bold">'
           "Where the instructions of random games go</text>"]
    most = max(max(rows.values(), default=0) for rows in (of_parts(s) for s in shares.values()))
    for number, (work, rows) in enumerate(shares.items()):
        x = left + column * number
        out.append(f'<text x="{x}" y="52" font-weight="bold">{escape(work)}</text>')
        for index, key in enumerate(lines):
            share = of_parts(rows)[key[0]] if key[1] is None else rows[key]
            y, weight = top + line * index, ' font-weight="bold"' if key[1] is None else ""
            length = round(share / most * (column - 70), 1)
            shade = 1 if key[1] is None else 0.6
            out.append(f'<rect x="{x}" y="{y}" width="{length}" height="15" rx="2"'
                       f' fill="{COLORS[key[0]]}" fill-opacity="{shade}"/>')
            out.append(f'<text x="{x + length + 5}" y="{y + 12}"{weight}>{100 * share:.1f} %</text>')
    for index, (part, name) in enumerate(lines):
        y = top + line * index + 12
        weight, x = (' font-weight="bold"', 20) if name is None else ("", 34)
        out.append(f'<text x="{x}" y="{y}"{weight}>{escape(name or part)}</text>')
    return "\n".join(out + ["</svg>", ""])


def of_parts(rows):
    parts = Counter()
    for (part, _), share in rows.items():
        parts[part] += share
    return parts


def main():
    subprocess.run(["cargo", "build", "--profile", "counted", "--quiet", "--bin", "newcatan"],
                   check=True, cwd=ROOT, env={**os.environ, "CONST_RANDOM_SEED": "newcatan"})
    program = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "counted/newcatan"
    shares = {}
    for work in WORKS:
        rows = counted(program, work)
        all_rows = sum(rows.values())
        shares[work] = Counter({key: count / all_rows for key, count in rows.items()})
    PICTURE.write_text(svg(shares))
    print(f"{PICTURE.relative_to(ROOT)}: {PICTURE.stat().st_size} bytes")


if __name__ == "__main__":
    sys.exit(main())
