package cloakroom.stress.report;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.measure.DatabaseChanges;
import cloakroom.stress.measure.SyntheticRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Changes in the database of a run, in every printer. */
final class DatabaseSectionTest extends PrintedRun {
  private static final String VACUUM = "vacuum (analyze, skip_locked) cloakroom.departments";

  private static final DatabaseChanges CHANGES =
      new DatabaseChanges(
          "jdbc:postgresql://h/hr",
          "loadtest",
          "created PS_TXN, DEPARTMENTS in schema loadtest (20.5 MB, 3.1 s)",
          Map.of("psTxnInserts", 1_234L, "departmentsUpdates", 7L),
          Map.of("employeesUpdates", "the database server was restarted at noon"),
          3L,
          null,
          Map.of(VACUUM, Map.of("skipped: lock not available", 2L)),
          4,
          12L,
          List.of("departments 7 holds x"));

  @Test
  void section_databaseWithOtherData_hasEveryFact() throws IOException {
    SyntheticRun run = SyntheticRun.in(folder).changes(CHANGES);
    run.trial("sticky");
    print(run);

    assertThat(faults(summary())).isEmpty();
    assertThat(summary().path("databaseChanges"))
        .hasToString(MAPPER.valueToTree(CHANGES).toString());
    assertThat(text("report.html")).contains("id=\"changes\"");
    assertThat(text("report.md").lines())
        .contains(
            "| database | jdbc:postgresql://h/hr, schema loadtest |",
            "| installed objects | " + CHANGES.installed() + " |",
            "| rows inserted into PS_TXN | 1,234, including other clients |",
            "| rows of employees updated | n/a: the database server was restarted at noon |",
            "| rows of PS_TXN at the start | 3 |",
            "| rows of PS_TXN after the last trial | n/a |",
            "| before trials: " + VACUUM + " | 2 x skipped: lock not available |",
            "| sessions ended by faults | 4 |",
            "| rows written by other clients, not judged | 12: departments 7 holds x; … |");
  }

  @Test
  void section_unknownDatabase_isLeftOut() throws IOException {
    print(SyntheticRun.twoPolicies(folder));

    assertThat(summary().path("databaseChanges").isNull()).isTrue();
    assertThat(text("report.html")).doesNotContain("Changes in the database");
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:postgresql://127.0.0.1/d, The run started the database itself",
    "'', Not collected: the database of the tier was not named (--url)."
  })
  void section_databaseWithoutChanges_isASentence(String url, String sentence) throws IOException {
    Path config = SyntheticRun.twoPolicies(folder).write().resolve("config.json");
    String database = "{\"database\":{\"url\":\"" + url + "\"},";
    Files.writeString(config, database + Files.readString(config).strip().substring(1));

    Reports.write(folder);
    assertThat(text("report.md")).contains("## Changes in the database\n\n" + sentence);
  }
}
