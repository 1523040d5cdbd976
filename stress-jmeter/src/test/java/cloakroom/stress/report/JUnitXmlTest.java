package cloakroom.stress.report;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.judge.SyntheticRun;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.List;
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
  void hostileName_staysText() throws Exception {
    SyntheticRun run = SyntheticRun.in(folder).limits("requests > 1");
    run.trial("\"'><error a=\"\u0001]]>\n\uD83D\uDE00");

    assertThat(cases(run, "failure"))
        .containsExactly("adf-session.limits: requests > 1 [\"'><error a=\"?]]> \uD83D\uDE00]");
    assertThat(cases(run, "error")).isEmpty();
  }
}
