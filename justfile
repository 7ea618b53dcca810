# All that CI checks.
ci:
    .ci/run

# Accepts the changes of the snapshots; read them before you commit.
bless:
    INSTA_UPDATE=always cargo test --test games

# The long runs: thousands of random games, the greedy player's record.
soak:
    cargo test --release -- --ignored

# Holds the instructions of random games against their record; `just instructions --record` writes it.
instructions *ARGS:
    benches/instructions {{ARGS}}

# The table and the picture of docs/performance.md.
measure:
    benches/compare
    benches/profile.py
