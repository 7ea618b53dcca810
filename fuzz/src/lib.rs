//! The fuzz targets share their code with the ordinary tests of the main package.

#[path = "../../tests/fuzzing/mod.rs"]
pub mod fuzzing;
