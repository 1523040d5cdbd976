package cloakroom.stress.trial;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.folder.DatabaseCounter;
import cloakroom.stress.monitor.DatabaseMonitor.DatabaseCounters;
import cloakroom.stress.settings.EmptyInstallation;
import cloakroom.stress.settings.RunSettings;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunRecordTest {
  @TempDir private Path folder;
  private RunRecord record;

  @BeforeEach
  void begin() {
    RunSettings settings =
        new EmptyInstallation(folder).check("--policies sticky --url jdbc:postgresql://h/d");
    record = new RunRecord(new RunFolder(folder), settings, Instant.EPOCH);
  }

  private JsonNode written() {
    record.database("jdbc:postgresql://h/d");
    return FakeRun.json(folder.resolve("config.json"));
  }

  private JsonNode changes() {
    return written().path("databaseChanges");
  }

  @Test
  void write_defaultApplication_hasTheModuleOfEachPage() {
    assertThat(written().at("/modules/departments").asText()).isEqualTo("DepartmentsModule");
    assertThat(written().at("/modules/employees").asText()).isEqualTo("EmployeesModule");
  }

  private static DatabaseCounters counters(String started, long inserts, long rows, long ended) {
    Map<DatabaseCounter, Long> values =
        Map.of(DatabaseCounter.PS_TXN_INSERTS, inserts, DatabaseCounter.PS_TXN_ROWS, rows);
    Map<String, Long> tables = Map.of("departments", 2 * inserts);
    return new DatabaseCounters(values, tables, Map.of(), Set.of(), started, "", 0, 0, ended);
  }

  @Test
  void count_severalReadings_addsGrowthAndKeepsFirstAndLastLevel() {
    record.count(counters("9:00", 100, 7, 0));
    record.count(counters("9:00", 130, 9, 2));
    record.count(counters("9:00", 135, 8, 3));

    assertThat(changes().at("/rows/psTxnInserts").asInt()).isEqualTo(35);
    assertThat(changes().at("/rows/departments").asInt()).isEqualTo(70);
    assertThat(changes().at("/unavailable/employees").asText()).isEqualTo("not collected");
    assertThat(changes().path("snapshotRowsBefore").asInt()).isEqualTo(7);
    assertThat(changes().path("snapshotRowsAfter").asInt()).isEqualTo(8);
    assertThat(changes().path("sessionsEnded").asInt()).isEqualTo(3);
    assertThat(changes().at("/unavailable/psTxnDeletes").asText()).isEqualTo("not collected");
  }

  @Test
  void count_serverRestarted_rowsStayUnavailable() {
    record.count(counters("9:00", 100, 7, 0));
    record.count(counters("9:30", 4, 7, 0));
    record.count(counters("9:30", 9, 7, 0));

    assertThat(changes().at("/rows/psTxnInserts").isNull()).isTrue();
    assertThat(changes().at("/unavailable/psTxnInserts").asText())
        .isEqualTo("the database server was restarted at 9:30");
  }

  @Test
  void addForeign_manyRows_keepsTenAndTheNumber() {
    record.addForeign(Collections.nCopies(7, "departments 7 holds x"));
    record.addForeign(Collections.nCopies(5, "employees 1 holds y"));

    assertThat(changes().path("foreignRows")).hasSize(10);
    assertThat(changes().path("foreignRowCount").asInt()).isEqualTo(12);
  }
}
