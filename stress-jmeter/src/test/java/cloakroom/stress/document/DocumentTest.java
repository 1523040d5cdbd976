package cloakroom.stress.document;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Charts;
import cloakroom.stress.document.Chart.Axis;
import cloakroom.stress.document.Chart.Line;
import cloakroom.stress.document.Chart.Scale;
import cloakroom.stress.document.Table.Column;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One document, three renderers; what it is about is nobody's affair here. */
final class DocumentTest {
  private static final String HOSTILE = "\"'><script>alert(1)</script>|\n";

  private static Document document(Blocks blocks) {
    return new Document("Brand", "Title", "", blocks.list());
  }

  private static Blocks everything() {
    Table table =
        Table.of(Table.Look.PLAIN, Column.of("study"), List.of(Column.number("ours")))
            .row(Cell.of(HOSTILE), Cell.of(1234.5, 1))
            .row("group", List.of(Cell.of("b"), Cell.of("absent").toned(Tone.SOFT, true)), false)
            .row("group", List.of(Cell.of("c"), Cell.of(new Cell.Interval(2, 1.5, 2.5))), false)
            .row(Cell.of("d"), Cell.of(new Cell.Link("file", "a b.csv")));
    return new Blocks()
        .section("one", "One", new Blocks().say("A sentence.").table(table))
        .fold("Folded", false, new Blocks().list(List.of("folded")))
        .section("two", "Two", new Blocks().page(new Blocks().say("on the page")));
  }

  @Test
  void page_holdsWhatIsForItAndKeepsNamesText() {
    assertThat(HtmlRenderer.print(document(everything())))
        .contains("<section id=\"one\">", "<summary>Folded</summary>", "folded", "on the page")
        .contains("<td class=\"number\" data-label=\"ours\">1,234.5</td>")
        .contains("data-label=\"ours\">2.00 [1.50–2.50]</td>")
        .contains("<tbody>\n<tr class=\"group\"><th scope=\"rowgroup\" colspan=\"2\">group</th>")
        .contains("class=\"number soft\" data-label=\"ours\">absent</td>")
        .contains("<a href=\"a%20b.csv\">file</a>")
        .doesNotContain("<script>alert", "'><");
  }

  /** A heading without words is no heading; each table, scroller and chart has a name. */
  @Test
  void page_canBeReadWithoutSeeingIt() {
    Column mean = Column.number("group", "mean", "ms").explainedBy("figure-mean");
    Table table =
        Table.of(Table.Look.PLAIN, Column.of(""), List.of(mean))
            .row(Cell.of(new Cell.Anchor("a", "figure-mean")), Cell.of(1, 0));

    assertThat(
            HtmlRenderer.print(document(new Blocks().section("s", "S", new Blocks().table(table)))))
        .contains("<a class=\"skip\" href=\"#content\">", "<main id=\"content\" tabindex=\"-1\">")
        .contains("role=\"group\" tabindex=\"0\" aria-label=\"S: group\"")
        .contains("<caption class=\"hidden\">S: group</caption>", "<td></td><th class=\"number\"")
        .contains("<a href=\"#figure-mean\">mean (ms)</a>")
        .contains("<th scope=\"row\" id=\"figure-mean\">a");
  }

  @Test
  void markdown_holdsWhatNeedsNoPageAndKeepsNamesText() {
    assertThat(MarkdownRenderer.print(document(everything())))
        .startsWith(
            "# Cloakroom: Title\n\n## One\n\nA sentence.\n\n| study | ours |\n| --- | --- |")
        .contains("| group: b | absent |", "| group: c | 2.00 [1.50–2.50] |", "\\|")
        .contains("## Folded\n\n- folded")
        .doesNotContain("Two", "on the page", "<script>");
  }

  @Test
  void console_holdsTheTitlesOfADocumentAndItsLists() {
    Blocks blocks =
        new Blocks()
            .section("one", "One", new Blocks().list(List.of("a", "b")))
            .fold("Folded", true, new Blocks().say("on the page"))
            .section("two", "Two", new Blocks().page(new Blocks().say("on the page")));

    assertThat(ConsoleRenderer.print(document(blocks)).lines())
        .containsExactly("", "Title", "", "", "One", "- a", "- b");
  }

  @Test
  void console_alignsTablesAndBreaksSentences() {
    Column ours = Column.number("over", "ours", "ms");
    Table table =
        Table.of(Table.Look.PLAIN, Column.of("name"), List.of(ours))
            .row(Cell.of("a\nb"), Cell.of(1234.5, 1));
    Blocks blocks = new Blocks().table(table).say("word ".repeat(30).strip());

    assertThat(ConsoleRenderer.lines(blocks.list()))
        .containsExactly(
            "        over",
            "name    ours",
            "          ms",
            "------------",
            "a?b   1234.5",
            "",
            "word ".repeat(20).strip(),
            "  " + "word ".repeat(10).strip());
  }

  @Test
  void longName_isCutInTheMiddle() {
    assertThat(ConsoleRenderer.shorten("release-in-memory/recyclethreshold=40", 20))
        .isEqualTo("release-i...shold=40")
        .hasSize(20);
  }

  @Test
  void chart_isDataThatCannotEndItsScript() {
    Line line = new Line("</script>", 0, 1, 2, true, false, List.of(new double[] {1, 0.25}));
    Axis axis = new Axis("users", Scale.LOGARITHMIC);
    Chart chart =
        new Chart(
            "s1",
            Chart.Kind.POINTS,
            "t",
            "ms",
            "",
            axis,
            axis,
            List.of(),
            List.of(line),
            true,
            List.of());

    assertThat(
            HtmlRenderer.print(document(new Blocks().add(new Charts(List.of(chart), List.of())))))
        .contains("id=\"chart-s1\"", "\"x\":{\"title\":\"users\",\"scale\":\"LOGARITHMIC\"")
        .contains("\"label\":\"\\u003c/script\\u003e\"", "\"points\":[[1,0.25]]");
  }

  private static String page(Chart chart) {
    return HtmlRenderer.print(document(new Blocks().add(new Charts(List.of(chart), List.of()))));
  }

  private static Chart chart(Chart.Kind kind, List<Chart.Mark> marks, Line... lines) {
    Axis axis = new Axis("users", Scale.LINEAR);
    List<Line> all = List.of(lines);
    return new Chart("c", kind, "t", "ms", "", axis, axis, List.of(), all, false, marks);
  }

  private static Line line(List<double[]> points) {
    return new Line("a\nb", 0, 0, 0, false, false, points);
  }

  @Test
  void chart_hasIntervalsMarksAndItsNumbersInATable() {
    Line measured = line(List.of(new double[] {80, 5.25, 5, 6}));
    Chart knee = chart(Chart.Kind.POINTS, List.of(new Chart.Mark(80, "<b>", 1)), measured);

    assertThat(page(knee))
        .contains(
            "\"points\":[[80,5.25,5,6]]", "\"marks\":[{\"x\":80.0,\"label\":\"\\u003cb\\u003e\"")
        .contains("<summary>Numbers: t</summary>")
        .containsPattern(">80</td><td[^>]*>5.25</td><td[^>]*>5</td><td[^>]*>6</td>");
  }

  @Test
  void dotsInRows_haveTheirIntervals() {
    Axis axis = new Axis("", Scale.LOGARITHMIC);
    Chart dots =
        new Chart(
            "c",
            Chart.Kind.DOTS,
            "t",
            "×",
            "",
            axis,
            axis,
            List.of("x", "y"),
            List.of(line(List.of(new double[] {3, 2, Double.NaN}, new double[] {5}))),
            true,
            List.of());

    assertThat(page(dots))
        .contains("\"kind\":\"DOTS\"", "\"points\":[[3,2,null],[5]]")
        .containsPattern(">y</th><td[^>]*>5</td>");
  }

  @Test
  void rowOfBarsThatEndsEarly_hasADashInTheTable() {
    Axis axis = new Axis("", Scale.AUTO);
    Line bar = line(List.of(new double[] {3}));
    Chart bars =
        new Chart(
            "c",
            Chart.Kind.BARS,
            "t",
            "ms",
            "",
            axis,
            axis,
            List.of("x", "y"),
            List.of(bar),
            false,
            List.of());

    assertThat(page(bars)).containsPattern(">y</th><td[^>]*>–</td>");
  }

  /** However long a run is and of however many trials, a page stays small. */
  @Test
  void curvesOfManyPoints_areThinnedToMeansOfNeighbours() {
    List<double[]> hours =
        IntStream.range(0, 36_000).mapToObj(i -> new double[] {i, i % 2 * 10}).toList();
    Line[] lines = IntStream.range(0, 48).mapToObj(i -> line(hours)).toArray(Line[]::new);
    String page = page(chart(Chart.Kind.CURVES, List.of(), lines));

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
