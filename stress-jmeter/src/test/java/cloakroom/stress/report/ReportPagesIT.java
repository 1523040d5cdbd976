package cloakroom.stress.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import cloakroom.contract.InspectionResult;
import cloakroom.stress.compare.ComparisonPage;
import cloakroom.stress.compare.RunComparison;
import cloakroom.stress.document.Document;
import cloakroom.stress.document.HtmlRenderer;
import cloakroom.stress.document.Replacement;
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
}
