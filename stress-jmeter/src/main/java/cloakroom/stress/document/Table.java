package cloakroom.stress.document;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Rows of cells with headings; the first cell of a row is its name. */
public record Table(Density look, List<Column> columns, List<TableRow> rows) {
  /** Distance between the cells of a page. */
  public enum Density {
    /** For text; on a narrow page each row becomes a card. */
    PLAIN,
    CLOSE,
    /** For the largest number of columns. */
    DENSE
  }

  /** Heading of a column; the console prints {@code over} on a separate line. */
  public record Column(
      String over, String name, String unit, boolean number, boolean wide, String explanation) {
    public static Column of(String name) {
      return new Column("", name, "", false, false, "");
    }

    public static Column number(String name) {
      return number("", name, "");
    }

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
      return (over + " " + name + (unit.isEmpty() ? "" : " (" + unit + ")")).strip();
    }
  }

  /** Row, below the heading of its group if that is not empty; {@code apart} draws a line above. */
  public record TableRow(String group, List<Cell> cells, boolean apart) {}

  /** Returns an empty table by names of columns: # marks numbers, > marks long text. */
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

  /** Column of a table of items: its name as above, and its cell for an item. */
  public record Of<T>(String name, Function<? super T, Cell> cell) {}

  public static <T> Of<T> column(String name, Function<? super T, Cell> cell) {
    return new Of<>(name, cell);
  }

  @SafeVarargs
  @SuppressWarnings("varargs")
  public static <T> Table of(Collection<T> items, Of<T>... columns) {
    Table table = of(Arrays.stream(columns).map(Of::name).toArray(String[]::new));
    items.forEach(
        item -> table.row(Arrays.stream(columns).map(of -> of.cell.apply(item)).toList()));
    return table;
  }

  public static Table of(String first, List<Column> more) {
    return of(Density.PLAIN, Column.of(first), more);
  }

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

  public <T> Table row(Cell name, Collection<T> items, Function<? super T, Cell> cell) {
    return row("", name, items, cell);
  }

  public <T> Table row(
      String group, Cell name, Collection<T> items, Function<? super T, Cell> cell) {
    return row(group, Stream.concat(Stream.of(name), items.stream().map(cell)).toList(), false);
  }

  /** Adds a row; the heading of its group is printed once above consecutive rows. */
  public Table row(String group, List<Cell> cells, boolean apart) {
    rows.add(new TableRow(group, List.copyOf(cells), apart));
    return this;
  }
}
