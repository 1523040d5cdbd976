package cloakroom.stress.document;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.statistics.Interval;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Charts;
import cloakroom.stress.document.Chart.Axis;
import cloakroom.stress.document.Chart.Line;
import cloakroom.stress.document.Chart.Scale;
import cloakroom.stress.document.Table.Column;
import cloakroom.testing.Approved;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DocumentTest {
  private static final String HOSTILE = "\"'><script>alert(1)</script>|\n";

  private static Document document(Blocks blocks) {
    return new Document("Brand", "Title", "", blocks.list());
  }

  private static Blocks everything() {
    Column ours = Column.number("over", "ours", "ms").explainedBy("figure-mean");
    Cell ratio = Cell.ratio(new Interval(2, 1.5, 2.5, 4));
    Table table =
        Table.of(
                Table.Density.PLAIN,
                Column.of(""),
                List.of(ours, new Column("", "why", "", false, true, "")))
            .row(Cell.of(HOSTILE).below("below"), Cell.of(1234.5, 1), Cell.of(""))
            .row("group", cells(Cell.of("b"), Cell.of("absent").toned(Tone.SOFT, true)), false)
            .row("group", cells(Cell.of("c"), ratio), true)
            .row(Cell.of("d").named(9), Cell.of(new Cell.Hyperlink("file", "a b.csv")), Cell.of(""))
            .row(Cell.of(new Cell.Anchor("e", "figure-mean")), shares(1, 3), shares(0, 0));
    Chart curve = chart(Chart.Kind.POINTS, List.of(), line(new double[] {80, 5.25, 5, 6}));
    Chart dots = chart(Chart.Kind.DOTS, List.of("x", "y"), line(new double[] {3, 2, Double.NaN}));
    Chart names = chart(Chart.Kind.SCATTER, List.of(), line(new double[] {1, 0.25}));
    return new Blocks()
        .add(new Block.Section("verdict", "Verdict", Tone.BAD, List.of()))
        .section("one", "One", new Blocks().say("A sentence. " + "word ".repeat(30)).table(table))
        .fold("Folded", true, new Blocks().list(List.of("folded")))
        .section("two", "Two", new Blocks().page(new Blocks().say(Tone.ALARM, "on the page")))
        .add(new Charts(List.of(curve, dots), List.of(new Chart.LegendEntry("<a>", 2))))
        .section("three", "Three", new Blocks().chart(names).list(List.of("a", "b")));
  }

  private static List<Cell> cells(Cell name, Cell value) {
    return List.of(name, value, Cell.of("why"));
  }

  private static Cell shares(long kept, long lost) {
    List<Cell.ShareCell> all =
        List.of(
            new Cell.ShareCell("kept", Tone.KEPT, kept),
            new Cell.ShareCell("lost", Tone.LOST, lost));
    return Cell.of(new Cell.Shares(all, HOSTILE, Tone.LOST));
  }

  private static Chart chart(Chart.Kind kind, List<String> labels, Line... lines) {
    Axis axis = new Axis("users", Scale.LOGARITHMIC);
    List<Chart.Mark> marks = List.of(new Chart.Mark(80, "</script>", 1));
    List<Line> all = List.of(lines);
    return new Chart("c", kind, "t", "ms", "note", axis, axis, labels, all, false, marks);
  }

  private static Line line(double[]... points) {
    return new Line("a\nb", 0, 0, 0, false, false, List.of(points));
  }

  @Test
  void renderers_document_areAsApproved() throws IOException {
    String page = HtmlRenderer.print(document(everything()));
    String body = page.substring(page.indexOf("<body"), page.indexOf("<script>\n"));

    Approved.check("document.html", body);
    assertThat(page).doesNotContain("<script>alert", "'><");
    Approved.check("document.md", MarkdownRenderer.print(document(everything())));
    Approved.check("document.txt", ConsoleRenderer.print(document(everything()), 100));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          120,  '',        100, 120
          120,  24 80,     100, 120
          '',   '24 132
          ',               100, 132
          '',   0 0,       100, 100
          '',   '',        80,  80
          wide, 24 132,    100, 100
          9999, '',        100, 160
          7,    '',        100, 40
          """)
  void width_ofTerminal_hasBounds(String columns, String size, int otherwise, int width) {
    assertThat(ConsoleRenderer.width(columns, size, otherwise)).isEqualTo(width);
  }

  /** Table of a name, two pairs of columns with a heading above, and a column of text. */
  private static Table wide() {
    return Table.of(
            "variant",
            List.of(
                Column.number("n"),
                Column.number("resp.", "mean", "ms"),
                Column.number("", "p95", "ms"),
                Column.number("tier", "mean", "ms"),
                Column.number("", "p95", "ms"),
                new Column("text", "why", "", false, true, "")))
        .row(
            Cell.of("release-in-memory with a long name"),
            Cell.count(4),
            Cell.of(12345.25, 2),
            Cell.of(1, 2),
            Cell.of(2.5, 2),
            Cell.of(3, 2),
            Cell.of("beginning " + "of a long text ".repeat(9) + "and its end"));
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 60, 80, 100})
  void console_tableWiderThanTheTerminal_isStackedAndNotWrapped(int width) {
    List<String> lines = ConsoleRenderer.lines(new Blocks().table(wide()).list(), width);

    assertThat(lines).allMatch(line -> line.length() <= width);
    assertThat(lines).contains(ConsoleRenderer.MORE_COLUMNS);
    assertThat(String.join("\n", lines))
        .contains("12345.25", "1.00", "2.50", "3.00", "begin", "...")
        .containsPattern("resp\\.[^\\n]*\\n[^\\n]*mean +p95")
        .containsPattern("and its end|its end|end");
  }

  @Test
  void console_tableThatFits_isOneTable() {
    Table table = Table.of("metric", "#value").row(Cell.of("a name"), Cell.count(7));
    assertThat(ConsoleRenderer.lines(new Blocks().table(table).list(), 40))
        .containsExactly("metric  value", "-------------", "a name      7", "");
  }

  @Test
  void worst_tones_areOrdered() {
    assertThat(Tone.worst(List.of())).isEqualTo(Tone.GOOD);
    assertThat(Tone.worst(List.of(Tone.GOOD, Tone.FAIR))).isEqualTo(Tone.FAIR);
    assertThat(Tone.worst(List.of(Tone.OPEN, Tone.FAIR))).isEqualTo(Tone.OPEN);
    assertThat(Tone.worst(List.of(Tone.OPEN, Tone.BAD))).isEqualTo(Tone.BAD);
  }

  /** However long a run is and of however many trials, a page stays small. */
  @Test
  void curvesOfManyPoints_areThinnedToMeansOfNeighbours() {
    double[][] hours =
        IntStream.range(0, 36_000)
            .mapToObj(i -> new double[] {i, i % 2 * 10})
            .toArray(double[][]::new);
    Line[] lines = IntStream.range(0, 48).mapToObj(i -> line(hours)).toArray(Line[]::new);
    Chart chart = chart(Chart.Kind.CURVES, List.of(), lines);
    String page = HtmlRenderer.print(document(new Blocks().chart(chart)));

    assertThat(page).contains("\"points\":[[179.5,5],[539.5,5],");
    assertThat(page.length()).isLessThan(500_000);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 100 %",
    "0, 0 %",
    "0.5, 50 %",
    "0.125, 12.5 %",
    "0.00001, <0.1 %",
    "0.99999, >99.9 %",
    "NaN, –"
  })
  void percent_saysAllOrNothingOnlyWhereItIs(double share, String text) {
    assertThat(Cell.percent(share)).isEqualTo(text);
  }
}
