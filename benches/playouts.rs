//! The table of `newcatan bench` with allocation counts, which the program itself cannot measure.
//!
//! `cargo bench --bench playouts [-- ARGUMENTS]` takes the arguments of `newcatan bench`.

use std::process::ExitCode;

fn main() -> ExitCode {
    // Remove the argument that cargo adds.
    let args = std::env::args_os().skip(1).filter(|arg| arg != "--bench");
    newcatan::cli::bench(args, |run| allocation_counter::measure(run).count_total)
}
