package cloakroom.stress.document;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Table with column headings. The first cell of each row names the row. */
public record Table(Density look, List<Column> columns, List<TableRow> rows) {
  public enum Density {
    /** Spacing for tables of text. On a narrow page, each row becomes a card. */
    PLAIN,
    CLOSE,
    DENSE
  }

  /**
   * Column heading. {@code over} is a text above the name, which the console prints on a separate
   * line.
   */
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

    public Column explainedBy(String id) {
      return new Column(over, name, unit, number, wide, id);
    }

    String heading() {
      return (over + " " + name + (unit.isEmpty() ? "" : " (" + unit + ")")).strip();
    }
  }

  /** Table row. {@code group} is a heading above several rows; {@code apart} draws a line above. */
  public record TableRow(String group, List<Cell> cells, boolean apart) {}

  /**
   * Returns an empty table with these columns. A name that begins with # marks a column of numbers,
   * and > marks a column of long text.
   */
  public static Table of(String... columns) {
    Table table = new Table(Density.PLAIN, new ArrayList<>(), new ArrayList<>());
    for (String column : columns) {
      String name = column.replaceFirst("^[#>]", "");
      boolean wide = column.startsWith(">");
      table.columns.add(new Column("", name, "", column.startsWith("#"), wide, ""));
    }
    return table;
  }

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
    List<Column> all = Stream.concat(Stream.of(first), more.stream()).toList();
    return new Table(look, all, new ArrayList<>());
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

  /** Adds a row. Consecutive rows with an equal group get one group heading. */
  public Table row(String group, List<Cell> cells, boolean apart) {
    rows.add(new TableRow(group, List.copyOf(cells), apart));
    return this;
  }
}
