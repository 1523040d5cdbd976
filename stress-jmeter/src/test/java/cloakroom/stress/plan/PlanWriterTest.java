package cloakroom.stress.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import cloakroom.application.ApplicationDefinition;
import cloakroom.stress.process.Records;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public final class PlanWriterTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path RESOURCES = Path.of("src/main/resources/cloakroom/stress/plan");

  /** Returns application {@code typical}. */
  public static ApplicationDefinition typical() throws Exception {
    try (InputStream json = PlanWriterTest.class.getResourceAsStream("/typical.json")) {
      return Records.read(json, ApplicationDefinition.class);
    }
  }

  /** Returns application {@code hr} whose sessions of kind {@code edit} are changed. */
  public static ApplicationDefinition hr(String edit) throws Exception {
    ObjectNode hr = (ObjectNode) JSON.readTree(Files.readString(RESOURCES.resolve("hr.json")));
    ((ObjectNode) hr.at("/sessions/edit")).setAll((ObjectNode) JSON.readTree(edit));
    return Records.of(hr, ApplicationDefinition.class);
  }

  private static List<String> samples(String plan) {
    return Pattern.compile("<(?:HTTPSamplerProxy|TransactionController) .*testname=\"(.*?)\"")
        .matcher(plan)
        .results()
        .map(sample -> sample.group(1))
        .toList();
  }

  @Test
  void hr_isThePlanOfTheBuild() throws Exception {
    assertThat(PlanWriter.jmx(DefaultApplication.DEFINITION))
        .isEqualTo(Files.readString(Path.of("plans/adf-session.jmx")));
  }

  @Test
  void typical_hasASampleForEachStep() throws Exception {
    assertThat(samples(PlanWriter.jmx(typical())))
        .containsExactly(
            "order open",
            "order lookup and edit and change and commit",
            "order lookup",
            "order edit",
            "order change",
            "order commit",
            "order rollback",
            "browse open",
            "browse lines",
            "browse lookup",
            "log out");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          # steps of a session, and its samples
          scroll, think                     | [edit open, edit scroll]
          scroll, change, rollback          | [departments open, departments scroll and change and rollback, departments scroll, departments change, departments rollback]
          commit                            | [departments open, departments commit, departments rollback]
          change, commit, scroll, think     | [departments open, departments change and commit, departments change, departments commit, departments rollback, departments scroll]
          change, commit, change, commit    | [departments open, departments change and commit, departments change, departments commit, departments rollback, departments change and commit, departments change, departments commit, departments rollback]
          """)
  void steps_anyOrder_haveSamples(String steps, String expected) throws Exception {
    String visit =
        "{\"visits\": [{\"page\": \"departments\", \"repeat\": [\"%s\"]}]}"
            .formatted(steps.replace(", ", "\", \""));

    List<String> samples = samples(PlanWriter.jmx(hr(visit)));
    assertThat(samples.subList(0, samples.indexOf("browse open"))).hasToString(expected);
  }

  @Test
  void visits_ofTheSamePage_haveDifferentValues() throws Exception {
    String visit = "{\"page\": \"departments\", \"repeat\": [\"change\", \"commit\"]}";

    assertThat(PlanWriter.jmx(hr("{\"visits\": [%s, %s]}".formatted(visit, visit))))
        .contains("${who}${user}-d-${__jm__departments__idx}-${run}")
        .contains("${who}${user}-d.2-${__jm__departments-2__idx}-${run}");
  }

  public static final String MARKOV =
      """
      {"visits": [{"page": "departments", "repeat": ["change", "commit", "think"]},
                  {"page": "employees", "repeat": ["change", "commit", "scroll", "change", "commit", "think"]}],
       "next": {"departments": {"departments": 20, "employees": 80},
                "employees": {"departments": 50, "end": 50}}}
      """;

  /** Departments 1 / (0.8 - 0.4) = 2.5 visits, employees 0.8 of them. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {}                                | 2   | 2   | 4
          MARKOV                            | 6.5 | 4.5 | 15
          """)
  void work_ofAnIteration(String edit, double transactions, double thinks, double requests)
      throws Exception {
    IterationWork work = IterationWork.of(hr(edit.equals("MARKOV") ? MARKOV : edit));

    assertThat(work.exact()).isEqualTo(!edit.equals("MARKOV"));
    assertThat(work.transactions()).isCloseTo(transactions, within(1e-6));
    assertThat(work.thinks()).isCloseTo(thinks, within(1e-6));
    assertThat(work.requests()).isCloseTo(requests, within(1e-6));
  }
}
