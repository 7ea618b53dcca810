//! The table of `newcatan bench` with allocations counted, which the program by itself cannot.
//!
//! `cargo bench --bench playouts [-- ARGUMENTS]` takes the arguments of `newcatan bench`.

use std::process::ExitCode;

fn main() -> ExitCode {
    // What cargo adds is not for us.
    let args = std::env::args_os().skip(1).filter(|arg| arg != "--bench");
    newcatan::cli::bench(args, |run| allocation_counter::measure(run).count_total)
}
