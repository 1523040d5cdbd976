package cloakroom.stress.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import cloakroom.contract.InspectionResult;
import cloakroom.stress.compare.ComparisonPage;
import cloakroom.stress.compare.RunComparison;
import cloakroom.stress.document.Block.Blocks;
import cloakroom.stress.document.Cell;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.HtmlRenderer;
import cloakroom.stress.document.Replacement;
import cloakroom.stress.document.Table;
import cloakroom.stress.folder.Json;
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

/** Pages in a browser; skipped if there is none. */
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

  static Stream<Arguments> pages() {
    return Stream.of(
        page("report", folder -> report(everything(folder))),
        page("report-invalid", folder -> report(invalid(folder))),
        page("report-hostile", folder -> report(hostile(folder))),
        page(
            "report-state-kinds",
            folder -> report(SyntheticRun.stateKinds(folder, List.of("sticky", "stateless")))),
        page("report-capacity", folder -> report(capacity(folder))),
        page("count", ReportPagesIT::count),
        page("inspection", ReportPagesIT::inspection),
        page("comparison", ReportPagesIT::comparison));
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

  private static SyntheticRun capacity(Path folder) {
    return ApprovedReportsTest.capacity(SyntheticRun.in(folder));
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
  }

  private static Path inspection(Path folder) {
    Path result = Path.of("src/test/resources/inspector.json");
    Document document =
        new InspectionPage(Json.readStrict(result, InspectionResult.SCHEMA, InspectionResult.class))
            .document();
    return written(folder.resolve("inspector.html"), document);
  }

  private static Path count(Path folder) {
    SyntheticRun run = SyntheticRun.in(folder).withoutLoad();
    run.trial("sticky");
    run.trial(HOSTILE);
    return report(run);
  }

  private static Path comparison(Path folder) {
    List<Path> runs =
        List.of(
            SyntheticRun.twoPolicies(folder.resolve("a")).write(),
            hostile(folder.resolve("b")).write(),
            SyntheticRun.twoPolicies(folder.resolve("c")).write());
    Document document = new ComparisonPage(RunComparison.of(runs)).document(runs);
    return written(runs.get(2).resolve("comparison.html"), document);
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

  /** Sorts by a column of the table of trials, and returns the texts of this column. */
  private static String column(String heading, String act) {
    return """
        (() => {
          const head = [...document.querySelectorAll("#trials thead th")]
            .find((one) => one.textContent.startsWith("%s"));
          const button = head.querySelector("button");
          %s;
          const cells = [...head.closest("table").tBodies[0].rows]
            .map((row) => row.cells[head.cellIndex].textContent);
          return head.getAttribute("aria-sort") + ": " + cells.join();
        })()
        """
        .formatted(heading, act);
  }

  @Test
  void table_isSortedByItsHeadings_numbersAsNumbers() throws Exception {
    SyntheticRun run = SyntheticRun.in(folder);
    run.trial("sticky").load(30, 50);
    run.trial("noop").load(30, 4);
    run.trial("stateless").load(30, 340);
    browser.open(report(run).toUri(), View.LIGHT);

    String click = "button.click()";
    assertThat(browser.evaluate(column("requests/s", click)).asText())
        .isEqualTo("ascending: 4.0,50.0,340.0");
    assertThat(browser.evaluate(column("requests", "head.click()")).asText())
        .isEqualTo("ascending: 120,1,500,10,200");
    assertThat(browser.evaluate(column("requests/s", "")).asText()).startsWith("null: ");
    assertThat(browser.evaluate(column("trial", click)).asText())
        .isEqualTo("ascending: 01-sticky,02-noop,03-stateless");
    assertThat(browser.evaluate(column("trial", click)).asText())
        .isEqualTo("descending: 03-stateless,02-noop,01-sticky");
    assertThat(browser.evaluate(column("trial", click)).asText())
        .isEqualTo("null: 01-sticky,02-noop,03-stateless");
    assertThat(browser.errors()).isEmpty();
  }

  /** Groups of rows stay together, and values that are missing are last in both directions. */
  @Test
  void tableOfGroups_isSortedInEachGroup() throws Exception {
    Table table = Table.of("name", "#value");
    table.row("one", List.of(Cell.of("a"), Cell.of(10, 0)), false);
    table.row("one", List.of(Cell.of("b"), Cell.of(Double.NaN, 0)), false);
    table.row("one", List.of(Cell.of("c"), Cell.of(9, 0)), false);
    table.row("two", List.of(Cell.of("d"), Cell.of(8, 0)), false);
    Document document = new Document("Brand", "Title", "", new Blocks().table(table).list());
    browser.open(written(folder.resolve("groups.html"), document).toUri(), View.LIGHT);

    String names =
        "[...document.querySelectorAll('tbody tr')].map((row) => row.cells[0].textContent).join()";
    String click = "document.querySelectorAll('thead button')[1].click(); ";
    assertThat(browser.evaluate(click + names).asText()).isEqualTo("one,c,a,b,two,d");
    assertThat(browser.evaluate(click + names).asText()).isEqualTo("one,a,c,b,two,d");
    assertThat(browser.evaluate(click + names).asText()).isEqualTo("one,a,b,c,two,d");
  }
}
