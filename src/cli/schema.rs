//! `schema`: prints schemas and definitions for editors.

use std::io::Write;

use clap::ValueEnum;

use super::problem::Problem;
use super::streams::Streams;
use crate::content::{self, Request, STANDARD, pack_schema, scenario_schema};
use crate::editor::definitions;

/// The arguments of `schema`.
#[derive(clap::Args, Debug)]
pub(super) struct SchemaArgs {
    /// The kind of files.
    files: SchemaKind,
}

/// The kinds of files with a schema or definitions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum SchemaKind {
    /// `pack.toml`: a JSON Schema.
    Pack,
    /// Scenarios: a JSON Schema.
    Scenario,
    /// Rule files: definitions for Rhai language servers.
    Rules,
    /// The messages of `newcatan engine`: a JSON Schema.
    Protocol,
    /// The data of the page of `newcatan serve`: a JSON Schema.
    #[cfg(feature = "serve")]
    Page,
}

/// Prints a schema or the definitions.
pub(super) fn schema(args: &SchemaArgs, streams: &mut Streams) -> Result<(), Problem> {
    let text = match args.files {
        SchemaKind::Pack => pack_schema(),
        SchemaKind::Scenario => scenario_schema(),
        SchemaKind::Protocol => crate::protocol::schema(),
        #[cfg(feature = "serve")]
        SchemaKind::Page => crate::serve::schema(),
        SchemaKind::Rules => definitions(&*content::load(&Request::scenario(STANDARD))?),
    };
    Ok(streams.out.write_all(text.as_bytes())?)
}
