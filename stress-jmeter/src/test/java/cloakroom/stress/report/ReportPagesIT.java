package cloakroom.stress.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Block.Charts;
import cloakroom.stress.document.Chart;
import cloakroom.stress.document.Chart.Axis;
import cloakroom.stress.document.Chart.Kind;
import cloakroom.stress.document.Chart.Line;
import cloakroom.stress.document.Chart.Scale;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.HtmlRenderer;
import cloakroom.stress.document.Replacement;
import cloakroom.stress.folder.InspectionFile;
import cloakroom.stress.history.ComparisonPage;
import cloakroom.stress.history.HistoryPage;
import cloakroom.stress.history.RunComparison;
import cloakroom.stress.history.SummaryFile;
import cloakroom.stress.judge.SyntheticRun;
import cloakroom.stress.judge.SyntheticServer;
import cloakroom.stress.observe.InspectionPage;
import cloakroom.testing.Chromium;
import cloakroom.testing.Chromium.View;
import cloakroom.testing.PageCheck;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The pages as a browser shows them; where there is none these tests are skipped. */
@Tag("full")
class ReportPagesIT extends PrintedRun {
  private static final String HOSTILE = "\"'><script>alert(1)</script>|`\n=1";

  private static Chromium browser;

  @BeforeAll
  static void open() throws Exception {
    browser = Chromium.start();
  }

  @AfterAll
  static void close() {
    if (browser != null) {
      browser.close();
    }
  }

  /** Every page that is looked at, and how it comes about; another one is another line. */
  static Stream<Arguments> pages() {
    return Stream.of(
        page("report", folder -> report(everything(folder))),
        page("report-invalid", folder -> report(invalid(folder))),
        page("report-hostile", folder -> report(hostile(folder))),
        page(
            "report-state-kinds",
            folder -> report(SyntheticRun.stateKinds(folder, List.of("sticky", "stateless")))),
        page("history", ReportPagesIT::history));
  }

  private static Path history(Path folder) {
    report(SyntheticRun.twoPolicies(folder.resolve("a")));
    report(SyntheticRun.twoPolicies(folder.resolve("b")));
    Path page = folder.resolve("history.html");
    return written(page, new HistoryPage(SummaryFile.below(folder, "")).document(page));
  }

  private static Path written(Path page, Document document) {
    String html = HtmlRenderer.print(document);
    Replacement.write(page.getParent(), Map.of(page.getFileName().toString(), html));
    return page;
  }

  private static Arguments page(String name, Function<Path, Path> made) {
    return arguments(name, made);
  }

  private static Path report(SyntheticRun run) {
    Path written = run.write();
    Reports.write(written);
    return written.resolve("report.html");
  }

  private static SyntheticRun everything(Path folder) {
    SyntheticRun run = SyntheticRun.twoPolicies(folder).counted();
    run.trial(0).heap(12L << 20).relay(40_000).server(SyntheticServer.ofEverything());
    run.trial(1).heap(12L << 20).relay(30_000).server(SyntheticServer.ofEverything());
    run.trial("noop").service(1, 1).inUse(0, 0);
    return run;
  }

  private static SyntheticRun invalid(Path folder) {
    SyntheticRun run = SyntheticRun.twoPolicies(folder);
    run.trial(2).lie("connectionsReturned", -1);
    return run;
  }

  private static SyntheticRun hostile(Path folder) {
    SyntheticRun run = SyntheticRun.in(folder);
    run.trial(HOSTILE);
    run.trial("sticky");
    return run;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("pages")
  void page_isInOrder(String name, Function<Path, Path> made) throws Exception {
    PageCheck.look(browser, name, made.apply(folder).toUri());

    assertThat(browser.evaluate("document.querySelectorAll('canvas').length").asInt())
        .as("charts")
        .isPositive();
  }

  @Test
  void pageOfAnInspection_isInOrder() throws Exception {
    Path result = Path.of("src/test/resources/inspector.json");
    Document document = new InspectionPage(InspectionFile.read(result)).document();
    Path page = written(folder.resolve("inspector.html"), document);

    PageCheck.look(browser, "inspection", page.toUri());
  }

  @Test
  void pageOfACount_isInOrder() throws Exception {
    SyntheticRun run = SyntheticRun.in(folder).withoutLoad();
    run.trial("sticky");
    run.trial(HOSTILE);

    PageCheck.look(browser, "count", report(run).toUri());
  }

  @Test
  void pageOfAComparison_isInOrder() throws Exception {
    List<Path> runs =
        List.of(
            SyntheticRun.twoPolicies(folder.resolve("a")).write(),
            hostile(folder.resolve("b")).write(),
            SyntheticRun.twoPolicies(folder.resolve("c")).write());
    Document document = new ComparisonPage(RunComparison.of(runs)).document(runs);

    PageCheck.look(
        browser, "comparison", written(runs.get(2).resolve("comparison.html"), document).toUri());
  }

  /** What the ticks of an axis say, of a chart whose lines go from 1 to so much. */
  private List<String> labels(double most) throws Exception {
    Line line =
        new Line("a", 0, 0, 0, false, false, List.of(new double[] {1, 1}, new double[] {most, 2}));
    Axis across = new Axis("users", Scale.LOGARITHMIC);
    Axis up = new Axis("ms", Scale.LINEAR);
    Chart chart =
        new Chart(
            "c",
            Kind.POINTS,
            "t",
            "ms",
            "",
            across,
            up,
            List.of(),
            List.of(line),
            false,
            List.of());
    Blocks blocks = new Blocks().add(new Charts(List.of(chart), List.of()));
    Document document = new Document("Cloakroom", "axes", "", blocks.list());
    browser.open(written(folder.resolve("axes.html"), document).toUri(), View.LIGHT);
    String ticks =
        "Chart.getChart('chart-c').scales.x.ticks.map((tick) => tick.label).filter((text) => text)";
    return List.of(browser.evaluate(ticks + ".join(' ')").asText().split(" ", -1));
  }

  @Test
  void logarithmicAxis_namesPowersOfTen_andAShortOneMore() throws Exception {
    assertThat(labels(5_000)).containsExactly("1", "10", "100", "1,000");
    assertThat(labels(60)).containsExactly("1", "2", "5", "10", "20", "50");
  }

  @Test
  void foldOfFiles_isClosed_andLeadsToEachFileOfEachTrial() throws Exception {
    Path page = report(everything(folder));
    browser.open(page.toUri(), View.LIGHT);

    String fold =
        "[...document.querySelectorAll('details')]"
            + ".find((one) => one.firstElementChild.textContent === 'Files')";
    assertThat(browser.evaluate(fold + ".open").asBoolean()).isFalse();
    List<String> links =
        List.of(
            browser
                .evaluate(
                    "[..."
                        + fold
                        + ".querySelectorAll('a')].map((a) => a.getAttribute('href')).join('|')")
                .asText()
                .split("\\|", -1));
    assertThat(links)
        .contains("summary.json", "config.json", "trials/01-sticky/samples.jtl")
        .allMatch(link -> Files.exists(page.resolveSibling(link)));
    for (JsonNode trial : summary().path("trials")) {
      assertThat(links).anyMatch(l -> l.startsWith("trials/" + trial.path("folder").asText()));
    }
  }
}
