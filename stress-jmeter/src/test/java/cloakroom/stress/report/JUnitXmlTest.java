package cloakroom.stress.report;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.SyntheticRun;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The results that a build server shows, against the schema of those who read them. */
final class JUnitXmlTest extends PrintedRun {
  private static final Path SCHEMA = Path.of("src/test/resources/junit.xsd");

  /** Prints the run and returns its cases by the name of their element's result. */
  private List<String> cases(SyntheticRun run, String result) throws Exception {
    print(run);
    String xml = text("junit.xml");
    SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
        .newSchema(SCHEMA.toFile())
        .newValidator()
        .validate(new StreamSource(new StringReader(xml)));
    NodeList found =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(xml)))
            .getElementsByTagName(result);
    return IntStream.range(0, found.getLength())
        .mapToObj(i -> (Element) found.item(i))
        .map(e -> e.getTagName().equals("testcase") ? e : (Element) e.getParentNode())
        .map(e -> e.getAttribute("classname") + ": " + e.getAttribute("name"))
        .toList();
  }

  private SyntheticRun twoPolicies() {
    return SyntheticRun.twoPolicies(folder);
  }

  @Test
  void run_hasACaseForEachLimitAndAuditCheckAndForItself() throws Exception {
    SyntheticRun run =
        twoPolicies().limits("service.p95 > 1s", "sticky/release-in-memory: tier.mean > 9");
    List<String> cases = cases(run, "testcase");

    assertThat(cases)
        .startsWith(
            "adf-session.run: comes to its end",
            "adf-session.run: times allow a verdict on speed",
            "adf-session.run: requests succeed, or as many as a limit wants",
            "adf-session.limits: service.p95 > 1s [sticky]",
            "adf-session.limits: service.p95 > 1s [release-in-memory]",
            "adf-session.limits: sticky/release-in-memory: tier.mean > 9")
        .contains(
            "adf-session.audit: 01-sticky (a) every answered request was counted by the tier");
    assertThat(cases(run, "failure")).isEmpty();
    assertThat(cases(run, "error")).isEmpty();
  }

  @Test
  void run_tellsHowLongItMeasured_andSaysNothingOfWhatHasPassed() throws Exception {
    cases(twoPolicies(), "testcase");

    double seconds = 0;
    for (JsonNode trial : summary().path("trials")) {
      seconds += trial.path("measuredSeconds").asDouble();
    }
    assertThat(seconds).isPositive();
    String time = String.format(Locale.ROOT, "time=\"%.3f\"", seconds);
    assertThat(text("junit.xml"))
        .contains("<testsuite name=\"adf-session.run\" " + time)
        .contains("name=\"comes to its end\" " + time + "></testcase>")
        .doesNotContain("<system-out></system-out>");
  }

  @Test
  void limitThatIsCrossed_isAFailureAndSaysHow() throws Exception {
    SyntheticRun run = twoPolicies().limits("service.p95 > 12ms");

    assertThat(cases(run, "failure"))
        .containsExactly("adf-session.limits: service.p95 > 12ms [sticky]");
    assertThat(text("junit.xml"))
        .contains(
            "<failure message=\"service.p95 &gt; 12ms: crossed, it is 16ms under sticky\">",
            "failures=\"1\" errors=\"0\" skipped=\"0\"");
  }

  @Test
  void requestsThatFailed_areAFailureUnlessALimitAllowsThem() throws Exception {
    SyntheticRun run = twoPolicies();
    run.trial(0).rows(rows -> rows.get(20).success = false);

    assertThat(cases(run, "failure"))
        .containsExactly("adf-session.run: requests succeed, or as many as a limit wants");
    assertThat(cases(run.limits("errors > 1"), "failure")).isEmpty();
  }

  @Test
  void invalidRun_hasErrorsAndNoVerdictOnLimits() throws Exception {
    SyntheticRun run = twoPolicies().limits("service.p95 > 1ms");
    run.trial(2).lie("connectionsReturned", -1).gc(9000);

    assertThat(cases(run, "error"))
        .anyMatch(failed -> failed.startsWith("adf-session.audit: 03-sticky ("));
    assertThat(cases(run, "failure")).isEmpty();
    assertThat(cases(run, "skipped")).contains("adf-session.limits: service.p95 > 1ms");
  }

  @Test
  void noisyRun_skipsWhatDependsOnSpeedAndFailsIfAVerdictIsRequired() throws Exception {
    SyntheticRun run = twoPolicies().limits("service.p95 > 1ms", "errors > 0");
    run.trial(2).gc(9000);

    assertThat(cases(run, "failure")).isEmpty();
    assertThat(cases(run, "error")).isEmpty();
    assertThat(cases(run, "skipped"))
        .contains("adf-session.run: times allow a verdict on speed")
        .contains("adf-session.limits: service.p95 > 1ms");
    assertThat(cases(run.requireVerdict(), "failure"))
        .containsExactly("adf-session.run: times allow a verdict on speed");
  }

  @Test
  void runThatALimitEnded_hasAFailureThatSaysWhich() throws Exception {
    SyntheticRun run = twoPolicies().aborted("errors > 1% was broken for 30s in 03-sticky");

    assertThat(cases(run, "failure")).containsExactly("adf-session.run: comes to its end");
    assertThat(text("junit.xml")).contains("errors &gt; 1% was broken for 30s in 03-sticky");
    assertThat(cases(twoPolicies().cutShort(), "error"))
        .containsExactly("adf-session.run: comes to its end");
  }

  /** A failure would be one of the application's, and the exit code says that there is none. */
  @Test
  void whatProbesFound_isACaseForEachKindSkippedWhereNotAllWasKept() throws Exception {
    SyntheticRun run = SyntheticRun.in(folder).plan("state-kinds");
    run.trial("sticky").probes("upload", 15, 0, 5, 0).probes("rowLock", 20, 0, 0, 0);
    RunSummary summary = print(run);

    assertThat(Reports.exitCode(summary)).isZero();
    assertThat(cases(run, "testcase"))
        .endsWith(
            "state-kinds.state kinds: sticky: row lock", "state-kinds.state kinds: sticky: upload");
    assertThat(cases(run, "skipped")).contains("state-kinds.state kinds: sticky: upload");
    assertThat(cases(run, "failure")).isEmpty();
    assertThat(text("junit.xml"))
        .contains("<skipped message=\"kept 15, lost 0, leaked 5, refused 0, failed 0 of 20\">");
  }

  @Test
  void hostileName_staysText() throws Exception {
    SyntheticRun run = SyntheticRun.in(folder).limits("requests > 1");
    run.trial("\"'><error a=\"\u0001]]>\n\uD83D\uDE00");

    assertThat(cases(run, "failure"))
        .containsExactly("adf-session.limits: requests > 1 [\"'><error a=\"?]]> \uD83D\uDE00]");
    assertThat(cases(run, "error")).isEmpty();
  }
}
