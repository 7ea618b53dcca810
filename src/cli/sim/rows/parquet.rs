//! Writes rows as Parquet: the columns of CSV, with types. The file can be read once it is complete.

use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as PhysicalType};
use parquet::data_type::{ByteArray, ByteArrayType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::{Type, TypePtr};

use super::columns::{Cell, Column, ColumnType};
use crate::cli::play::unrecorded;
use crate::diagnostic::Diagnostic;
use crate::files;

/// The number of rows that are kept in memory and written together.
const GROUP: usize = 10_000;

/// A Parquet file to which rows are added.
pub(super) struct ParquetFile {
    path: PathBuf,
    file: SerializedFileWriter<BufWriter<File>>,
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
}

impl ParquetFile {
    /// Creates the file.
    pub(super) fn create(
        path: &Path,
        force: bool,
        columns: Vec<Column>,
    ) -> Result<Self, Diagnostic> {
        let file = files::create(path, force).map_err(|error| unrecorded(path, &error))?;
        let name = concat!("newcatan ", env!("CARGO_PKG_VERSION"));
        let properties = WriterProperties::builder().set_created_by(name.into()).build();
        let schema = schema(&columns);
        let file = SerializedFileWriter::new(BufWriter::new(file), schema, properties.into())
            .map_err(|error| unrecorded(path, &io::Error::other(error)))?;
        Ok(Self { path: path.to_owned(), file, columns, rows: Vec::new() })
    }

    /// Adds a row.
    pub(super) fn write(&mut self, cells: Vec<Cell>) -> io::Result<()> {
        self.rows.push(cells);
        if self.rows.len() < GROUP { Ok(()) } else { self.write_group() }
    }

    /// Completes the file.
    pub(super) fn finish(mut self) -> io::Result<()> {
        if !self.rows.is_empty() {
            self.write_group()?;
        }
        let path = self.path;
        self.file.close().map(|_| ()).map_err(|error| failed_write(&path, &error))
    }

    fn write_group(&mut self) -> io::Result<()> {
        let Self { path, file, columns, rows } = self;
        let mut write = || {
            let mut group = file.next_row_group()?;
            for number in 0..columns.len() {
                let mut writer = group.next_column()?.expect("the schema has this column");
                let cells = rows.iter().map(|row| &row[number]);
                write_column(&mut writer, columns[number].content, cells)?;
                writer.close()?;
            }
            group.close().map(|_| ())
        };
        write().map_err(|error| failed_write(path, &error))?;
        rows.clear();
        Ok(())
    }
}

fn failed_write(path: &Path, error: &ParquetError) -> io::Error {
    io::Error::other(format!("`{}` cannot be written: {error}", path.display()))
}

/// The schema: a row with these columns.
fn schema(columns: &[Column]) -> TypePtr {
    let field = |Column { name, content }: &Column| {
        let (physical, logical, repetition) = match content {
            ColumnType::Large => {
                let unsigned = LogicalType::integer(64, false);
                (PhysicalType::INT64, Some(unsigned), Repetition::REQUIRED)
            }
            ColumnType::Number => (PhysicalType::INT64, None, Repetition::REQUIRED),
            ColumnType::Word => {
                (PhysicalType::BYTE_ARRAY, Some(LogicalType::String), Repetition::OPTIONAL)
            }
        };
        let field = Type::primitive_type_builder(name, physical);
        let field = field.with_logical_type(logical).with_repetition(repetition).build();
        Arc::new(field.expect("the types of columns are valid"))
    };
    let schema = Type::group_type_builder("game").with_fields(columns.iter().map(field).collect());
    Arc::new(schema.build().expect("a list of columns is a valid schema"))
}

fn write_column<'a>(
    writer: &mut SerializedColumnWriter<'_>,
    content: ColumnType,
    cells: impl Iterator<Item = &'a Cell>,
) -> Result<(), ParquetError> {
    if content == ColumnType::Word {
        let words: Vec<Option<&str>> = cells.map(word).collect();
        let levels: Vec<i16> = words.iter().map(|word| word.is_some().into()).collect();
        let values: Vec<ByteArray> = words.into_iter().flatten().map(ByteArray::from).collect();
        writer.typed::<ByteArrayType>().write_batch(&values, Some(&levels), None)?;
    } else {
        let values: Vec<i64> = cells.map(number).collect();
        writer.typed::<Int64Type>().write_batch(&values, None, None)?;
    }
    Ok(())
}

fn word(cell: &Cell) -> Option<&str> {
    if let Cell::Word(word) = cell { word.as_deref() } else { None }
}

/// The bits of a number.
fn number(cell: &Cell) -> i64 {
    match *cell {
        Cell::Large(number) => number.cast_signed(),
        Cell::Number(number) => number,
        Cell::Word(_) => unreachable!("a column of numbers has no words"),
    }
}

#[cfg(test)]
mod tests {
    use parquet::file::reader::{FileReader, SerializedFileReader};

    use super::*;

    fn column(name: &str, content: ColumnType) -> Column {
        Column { name: name.into(), content }
    }

    #[test]
    fn rows_are_read_as_they_are_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.parquet");
        let columns = vec![
            column("seed", ColumnType::Large),
            column("winner", ColumnType::Word),
            column("points", ColumnType::Number),
        ];
        let mut file = ParquetFile::create(&path, false, columns).unwrap();
        let count = GROUP as u64 + 2;
        let winner = |row: u64| (!row.is_multiple_of(3)).then(|| format!("player_{}", row % 3));
        for row in 0..count {
            let points = -row.cast_signed();
            let cells =
                vec![Cell::Large(u64::MAX - row), Cell::Word(winner(row)), Cell::Number(points)];
            file.write(cells).unwrap();
        }
        file.finish().unwrap();
        let reader = SerializedFileReader::try_from(path.as_path()).unwrap();
        assert_eq!(reader.metadata().num_row_groups(), 2);
        let rows = reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string());
        let expected = (0..count).map(|row| {
            let winner = winner(row).map_or("null".into(), |name| format!("{name:?}"));
            let (seed, points) = (u64::MAX - row, -row.cast_signed());
            format!("{{seed: {seed}, winner: {winner}, points: {points}}}")
        });
        assert!(rows.eq(expected));
    }

    #[test]
    fn a_file_without_rows_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.parquet");
        let columns = vec![column("seed", ColumnType::Large)];
        ParquetFile::create(&path, false, columns).unwrap().finish().unwrap();
        assert!(files::read(&path, 1 << 20).unwrap().ends_with(b"PAR1"));
    }
}
