# All that CI checks.
ci:
    .ci/run

# Accepts the changes of the snapshots; read them before you commit.
bless:
    INSTA_UPDATE=always cargo test --test games

# Writes pages, schemas, pictures and recordings anew that tests compare.
generate:
    UPDATE=1 cargo test --test suite -- --include-ignored \
        corpus::some pictures:: schema:: tools::book:: tools::page:: tools::reference::

# Holds the instructions of random games against their record; `just instructions --record` writes it.
instructions *ARGS:
    benches/instructions {{ARGS}}

# The table and the picture of docs/performance.md.
measure:
    benches/compare
    benches/profile.py
