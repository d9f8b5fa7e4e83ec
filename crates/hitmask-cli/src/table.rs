//! Tables for terminals.

use std::fmt::Write as _;

use anstyle::Style;

/// What a table holds in one place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cell {
    pub(crate) text: String,
    pub(crate) style: Style,
    /// Numbers stand at the right of their column.
    pub(crate) number: bool,
}

impl Cell {
    pub(crate) fn text(text: impl Into<String>) -> Self {
        Cell { text: text.into(), ..Cell::default() }
    }

    pub(crate) fn number(number: impl ToString) -> Self {
        Cell { text: number.to_string(), number: true, ..Cell::default() }
    }

    pub(crate) fn styled(self, style: Style) -> Self {
        Cell { style, ..self }
    }
}

/// A header and rows, each as many cells as the header has, as lines with columns as wide as they need to be. Columns
/// without any text are left out.
pub(crate) fn table(header: &[&str], rows: &[Vec<Cell>], indent: &str) -> String {
    let width = |column: usize, title: &str| {
        let widest = rows.iter().map(|row| row[column].text.chars().count()).max().unwrap_or(0);
        if widest == 0 { None } else { Some(widest.max(title.chars().count())) }
    };
    let columns: Vec<(usize, usize)> =
        (0..header.len()).filter_map(|i| Some((i, width(i, header[i])?))).collect();
    let title = |&(column, _): &(usize, usize)| Cell {
        text: header[column].to_owned(),
        style: Style::new().bold(),
        number: rows.iter().any(|row| row[column].number),
    };
    let mut text = String::new();
    let mut line = |cells: Vec<Cell>| {
        let mut gap = indent.to_owned();
        for (Cell { text: cell, style, number }, &(_, width)) in cells.into_iter().zip(&columns) {
            let space = " ".repeat(width - cell.chars().count());
            let (before, after) = if number { (space, String::new()) } else { (String::new(), space) };
            // Writing to a string does not fail.
            let _ = write!(text, "{gap}{before}{style}{cell}{style:#}");
            gap = after + "  ";
        }
        text.push('\n');
    };
    line(columns.iter().map(title).collect());
    for row in rows {
        line(columns.iter().map(|&(column, _)| row[column].clone()).collect());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Cell, table};

    #[test]
    fn columns_fit_and_empty_ones_go() {
        let row = |name: &str, number: u32| vec![Cell::text(name), Cell::text(""), Cell::number(number)];
        let text = table(&["name", "empty", "n"], &[row("a", 5), row("longest", 10)], "  ");
        let plain = anstream::adapter::strip_str(&text).to_string();
        assert_eq!(plain, "  name      n\n  a         5\n  longest  10\n");
    }
}
