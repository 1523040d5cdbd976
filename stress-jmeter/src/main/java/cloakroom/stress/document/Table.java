package cloakroom.stress.document;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Rows of cells below a heading; the first cell of a row is its name. */
public record Table(Density look, List<Column> columns, List<TableRow> rows) {
  /** How close the cells of a page stand. */
  public enum Density {
    /** Room for words; on a narrow page each row becomes a card. */
    PLAIN,
    CLOSE,
    /** More columns than a page has room for otherwise. */
    DENSE
  }

  /**
   * The head of a column: what it shares with its neighbours, its name, the unit of its numbers,
   * whether it holds numbers or text that needs room, and the id of what explains it on a page, or
   * nothing.
   */
  public record Column(
      String over, String name, String unit, boolean number, boolean wide, String explanation) {
    public static Column of(String name) {
      return new Column("", name, "", false, false, "");
    }

    public static Column number(String name) {
      return number("", name, "");
    }

    /** A column of numbers with a unit, which shares something with its neighbours. */
    public static Column number(String over, String name, String unit) {
      return new Column(over, name, unit, true, false, "");
    }

    public static Column wide(String name) {
      return new Column("", name, "", false, true, "");
    }

    public Column explainedBy(String id) {
      return new Column(over, name, unit, number, wide, id);
    }

    String heading() {
      return unit.isEmpty() ? name : name + " (" + unit + ")";
    }
  }

  /** A row, below a heading if that is not empty; {@code apart} if something new begins with it. */
  public record TableRow(String group, List<Cell> cells, boolean apart) {}

  /** A table by the names of its columns: behind # for numbers, behind > for long words. */
  public static Table of(String... columns) {
    return of(Density.PLAIN, Stream.of(columns).map(Table::column).toList());
  }

  private static Column column(String name) {
    return switch (name.isEmpty() ? ' ' : name.charAt(0)) {
      case '#' -> Column.number(name.substring(1));
      case '>' -> Column.wide(name.substring(1));
      default -> Column.of(name);
    };
  }

  /** A column of a table of things: its name as above, and the cell that each of them has. */
  public record Of<T>(String name, Function<? super T, Cell> cell) {}

  public static <T> Of<T> column(String name, Function<? super T, Cell> cell) {
    return new Of<>(name, cell);
  }

  /** A table with a row for each of some things. */
  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <T> Table of(Collection<T> things, Of<T>... columns) {
    Table table = of(Arrays.stream(columns).map(Of::name).toArray(String[]::new));
    things.forEach(
        thing -> table.row(Arrays.stream(columns).map(of -> of.cell.apply(thing)).toList()));
    return table;
  }

  /** A table without rows yet, its first column one of names. */
  public static Table of(Density look, Column first, List<Column> more) {
    return of(look, Stream.concat(Stream.of(first), more.stream()).toList());
  }

  private static Table of(Density look, List<Column> columns) {
    return new Table(look, columns, new ArrayList<>());
  }

  public Table row(Cell... cells) {
    return row(Arrays.asList(cells));
  }

  public Table row(List<Cell> cells) {
    return row("", cells, false);
  }

  /** Adds a row: its name, and a cell for each of some things. */
  public <T> Table row(Cell name, Collection<T> things, Function<? super T, Cell> cell) {
    return row("", name, things, cell);
  }

  public <T> Table row(
      String group, Cell name, Collection<T> things, Function<? super T, Cell> cell) {
    return row(group, Stream.concat(Stream.of(name), things.stream().map(cell)).toList(), false);
  }

  /** Adds a row below a heading, which stands once above all rows that follow each other. */
  public Table row(String group, List<Cell> cells, boolean apart) {
    rows.add(new TableRow(group, List.copyOf(cells), apart));
    return this;
  }
}
