//! Tables for terminals.

use std::io;

use anstyle::Style;
use hitmask_assets::printable;

/// One cell of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct TableCell {
    pub(crate) text: String,
    pub(crate) style: Style,
    /// Numbers are aligned to the right.
    pub(crate) number: bool,
}

impl TableCell {
    /// A text. Control characters are escaped, because names come out of foreign files.
    pub(crate) fn text(text: impl AsRef<str>) -> Self {
        TableCell { text: printable(text.as_ref()).to_string(), ..TableCell::default() }
    }

    pub(crate) fn number(number: impl ToString) -> Self {
        TableCell { text: number.to_string(), number: true, ..TableCell::default() }
    }

    pub(crate) fn styled(self, style: Style) -> Self {
        TableCell { style, ..self }
    }
}

/// Lines of text with a header and rows, in columns that are as wide as their longest cell. Each row has as many cells as the header.
/// Columns without any text are left out.
pub(crate) fn table(header: &[&str], rows: &[Vec<TableCell>], indent: &str) -> String {
    let mut text = Vec::new();
    write_table(&mut text, header, rows.iter().cloned(), indent).expect("writing to memory does not fail");
    String::from_utf8(text).expect("cells are text")
}

/// As [`table`], for rows that are too many to be kept: they are made twice.
pub(crate) fn write_table(
    to: &mut dyn io::Write,
    header: &[&str],
    rows: impl Iterator<Item = Vec<TableCell>> + Clone,
    indent: &str,
) -> io::Result<()> {
    let mut widest = vec![0; header.len()];
    let mut numbers = vec![false; header.len()];
    for row in rows.clone() {
        for (column, cell) in row.iter().enumerate() {
            widest[column] = cell.text.chars().count().max(widest[column]);
            numbers[column] |= cell.number;
        }
    }
    let width = |column: usize, title: &str| match widest[column] {
        0 => None,
        widest => Some(widest.max(title.chars().count())),
    };
    let columns: Vec<(usize, usize)> =
        (0..header.len()).filter_map(|i| Some((i, width(i, header[i])?))).collect();
    let title = |&(column, _): &(usize, usize)| TableCell {
        text: header[column].to_owned(),
        style: Style::new().bold(),
        number: numbers[column],
    };
    let mut line = |cells: Vec<TableCell>| -> io::Result<()> {
        let mut gap = indent.to_owned();
        for (TableCell { text: cell, style, number }, &(_, width)) in cells.into_iter().zip(&columns) {
            let space = " ".repeat(width - cell.chars().count());
            let (before, after) = if number { (space, String::new()) } else { (String::new(), space) };
            write!(to, "{gap}{before}{style}{cell}{style:#}")?;
            gap = after + "  ";
        }
        writeln!(to)
    };
    line(columns.iter().map(title).collect())?;
    for row in rows {
        line(columns.iter().map(|&(column, _)| row[column].clone()).collect())?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{TableCell, table};

    #[test]
    fn columns_fit_and_empty_ones_go() {
        let row = |name: &str, number: u32| {
            vec![TableCell::text(name), TableCell::text(""), TableCell::number(number)]
        };
        let text = table(&["name", "empty", "n"], &[row("a", 5), row("longest", 10)], "  ");
        let plain = anstream::adapter::strip_str(&text).to_string();
        assert_eq!(plain, "  name      n\n  a         5\n  longest  10\n");
    }
}
