# All that CI checks.
ci:
    .ci/run

# Accepts the changes of the snapshots; read them before you commit.
bless:
    INSTA_UPDATE=always cargo test --test games

# The long runs: thousands of random games, the greedy player's record.
soak:
    cargo test --release -- --ignored
