package cloakroom.stress.report;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.folder.Variant;
import cloakroom.stress.judge.SyntheticRun;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

final class JUnitXmlTest extends PrintedRun {
  private static final Path SCHEMA = Path.of("src/test/resources/junit.xsd");
  private static final Map<String, String> NUMBERS =
      Map.of("tests", "testcase", "failures", "failure", "errors", "error", "skipped", "skipped");

  /** Prints the run and returns its cases by the name of their element's result. */
  private List<String> cases(SyntheticRun run, String result) throws Exception {
    print(run);
    String xml = text("junit.xml");
    SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
        .newSchema(SCHEMA.toFile())
        .newValidator()
        .validate(new StreamSource(new StringReader(xml)));
    NodeList found = elements(result);
    return IntStream.range(0, found.getLength())
        .mapToObj(i -> (Element) found.item(i))
        .map(e -> e.getTagName().equals("testcase") ? e : (Element) e.getParentNode())
        .map(e -> e.getAttribute("classname") + ": " + e.getAttribute("name"))
        .toList();
  }

  private NodeList elements(String name) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(text("junit.xml"))))
        .getElementsByTagName(name);
  }

  @Test
  void requestsThatFailed_areAFailureUnlessALimitAllowsThem() throws Exception {
    SyntheticRun run = SyntheticRun.twoPolicies(folder);
    run.trial(0).rows(rows -> rows.get(20).success = false);

    assertThat(cases(run, "failure"))
        .containsExactly(
            "adf-session.run: requests succeed, except those that a failure condition allows");
    assertThat(cases(run.limits("errors > 1"), "failure")).isEmpty();
  }

  @Test
  void invalidRun_hasErrorsAndNoVerdictOnLimits() throws Exception {
    SyntheticRun run = SyntheticRun.twoPolicies(folder).limits("service.p95 > 1ms");
    run.trial(2).lie("connectionsReturned", -1).gc(9000);

    assertThat(cases(run, "error"))
        .anyMatch(failed -> failed.startsWith("adf-session.audit: 03-sticky ("));
    assertThat(cases(run, "failure")).isEmpty();
    assertThat(cases(run, "skipped")).contains("adf-session.limits: service.p95 > 1ms");
  }

  @Test
  void noisyRun_skipsWhatDependsOnSpeedAndFailsIfAVerdictIsRequired() throws Exception {
    SyntheticRun run = SyntheticRun.twoPolicies(folder).limits("service.p95 > 1ms", "errors > 0");
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
  void faultThatMetNoRequest_isSkipped() throws Exception {
    SyntheticRun run = SyntheticRun.in(folder);
    for (int idleFrom : new int[] {4_500, 8_500}) {
      run.trial(new Variant("from " + idleFrom, "sticky", Map.of("fault", "db-freeze@1s")))
          .load(12, 20)
          .fault("db-freeze", 5_000, 1_000, 0)
          .idle(idleFrom, idleFrom + 2_000);
    }

    assertThat(cases(run, "skipped"))
        .contains("adf-session.faults: 01-from_4500 db-freeze@1s")
        .doesNotContain("adf-session.faults: 02-from_8500 db-freeze@1s");
    assertThat(cases(run, "testcase")).contains("adf-session.faults: 02-from_8500 db-freeze@1s");
    assertThat(trial(0).at("/faults/injected/0/requests").asInt(-1)).isZero();
    assertThat(text("report.md")).contains("met no request, so it proves nothing");
  }

  /** Build servers show the numbers of a suite, and do not count its cases. */
  @Test
  void numbersOfASuite_areThoseOfItsCases() throws Exception {
    SyntheticRun run = SyntheticRun.twoPolicies(folder).limits("errors > 0", "service.p95 > 1ms");
    run.trial(0).rows(rows -> rows.get(20).success = false);
    run.trial(2).lie("connectionsReturned", -1);
    run.trial(3).gc(9000);
    List<String> errors = cases(run, "error");
    List<String> skipped = cases(run, "skipped");

    NodeList suites = elements("testsuite");
    assertThat(IntStream.range(0, suites.getLength()).mapToObj(i -> (Element) suites.item(i)))
        .allSatisfy(
            suite -> {
              NUMBERS.forEach(
                  (number, cases) ->
                      assertThat(suite.getAttribute(number))
                          .isEqualTo("" + suite.getElementsByTagName(cases).getLength()));
              assertThat(suite.getAttribute("timestamp")).isEqualTo("2026-11-20T21:00:00");
              assertThat(suite.getAttribute("hostname")).isEqualTo("localhost");
            });
    assertThat(errors).isNotEmpty();
    assertThat(skipped).isNotEmpty();
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
