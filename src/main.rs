//! The command line program.

fn main() -> std::process::ExitCode {
    newcatan::cli::main()
}
