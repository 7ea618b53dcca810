# All that CI checks.
ci:
    .ci/run

# Accepts the changes of the snapshots; read them before you commit.
bless:
    INSTA_UPDATE=always cargo test --test games

# Regenerates the pages, schemas, pictures and recordings that tests compare.
generate:
    UPDATE=1 cargo test --test suite -- --include-ignored \
        corpus::some pictures:: schema:: tools::book:: tools::page:: tools::reference::

# A million random games over all scenarios and combinations of packs, thousands of each scenario and
# each tenth of them by the interpreter too; continues where it was stopped.
# `just soak 20000` plays fewer, `just soak --from 500000` starts at this game, and
# `just soak --game 1234` repeats one. `just soak 20000 --shard 1/4 --shards FOLDER` plays a part, and
# `just soak 20000 --merge FOLDER` sums the parts up. `just soak 4000 --only catan,newcatan` plays only
# these scenarios, as they are, and each game by the interpreter too.
soak *ARGS:
    cargo run --release --quiet --manifest-path fuzz/Cargo.toml --no-default-features --features soak --bin soak -- {{ARGS}}

# Fuzzes one target, or all one after the other, for this many seconds each.
fuzz TARGET="all" SECONDS="3600":
    fuzz/run {{TARGET}} {{SECONDS}}

# Compares the instructions of random games with their record; `just instructions --record` writes it.
instructions *ARGS:
    benches/instructions {{ARGS}}

# The table and the picture of docs/performance.md.
measure:
    benches/compare
    benches/profile.py

# Matches between kinds of players, and the table of docs/players.md; hours. `just ladder --table` makes
# only the table from benches/matches.jsonl, and `just ladder catan --games 120` plays one scenario.
ladder *ARGS:
    benches/ladder.py {{ARGS}}

# Plays the games of the book's tables again and writes the tables: docs/compare.md, docs/balance.md,
# docs/sweep.md and others with a debug build, then docs/questions.md with a release, for up to an
# hour. `just lab questions` makes only the last.
lab *ARGS:
    docs/lab {{ARGS}}

# Draws sentences at random from pages, the book, comments and messages, to review the prose:
# `just sentences 60 --seed 7 --source book`.
sentences *ARGS:
    docs/sentences {{ARGS}}

# Plays hundreds of thousands of games to count how often `compare` reports a difference that is not
# there, or misses one of three points.
calibrate:
    cargo test --release --features calibration --test suite compare::rules
