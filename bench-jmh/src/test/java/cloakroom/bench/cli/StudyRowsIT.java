package cloakroom.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.TestServer;
import cloakroom.bench.subject.Connections;
import cloakroom.database.Database;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("full")
class StudyRowsIT {
  private static final ThrowingConsumer<JsonNode> POSITIVE =
      row -> assertThat(score(row)).isPositive();

  @TempDir private Path out;

  private JsonNode rows(Map<String, String> environment, String benchmark, String... parameters)
      throws Exception {
    List<String> arguments = new ArrayList<>(List.of(benchmark.split(" ", -1)));
    for (String parameter : parameters) {
      arguments.addAll(List.of("-p", parameter));
    }
    arguments.addAll(
        List.of("-r", "1ms", "-rf", "json", "-rff", out.resolve("rows.json").toString()));
    BenchmarksProcess process =
        BenchmarksProcess.start(environment, arguments.toArray(String[]::new));
    assertThat(process.exitCode()).as("%s", process.errors()).isZero();
    return new ObjectMapper().readTree(out.resolve("rows.json").toFile());
  }

  @Test
  void rowOfS2_countsItsConnectsAndItsClientsTime() throws Exception {
    JsonNode rows =
        rows(
            Map.of(),
            "S2ConnectModes.protocol",
            "mode=DIRECT",
            "streams=2",
            "connects=5",
            "clientWork=20");

    JsonNode connects = row(rows, "mode", "DIRECT");
    assertThat(metric(connects, "served")).isEqualTo(10);
    assertThat(metric(connects, "clientMsEach")).isGreaterThanOrEqualTo(20);
  }

  /** Counts the queries at the server, because a time of some milliseconds proves nothing. */
  @Test
  void rowsOfS4_runTheirQueries() throws Exception {
    Database server = TestServer.get();
    long before = scans(server);
    JsonNode rows =
        rows(
            StudiesIT.on(server),
            "S4ReuseAgainstBorrow.protocol",
            "subject=HIKARI",
            "reset=NONE,LAZY",
            "n=5000");

    assertThat(rows).hasSize(2);
    JsonNode loop = row(rows, "reset", "NONE");
    assertThat(metric(loop, "withoutQuery")).isPositive().isLessThan(score(loop));
    assertThat(metric(row(rows, "reset", "LAZY"), "held")).isPositive();
    assertThat(metric(row(rows, "reset", "LAZY"), "changing")).as("was not run").isNaN();
    assertThat(metric(row(rows, "reset", "LAZY"), "withoutQuery")).isPositive();
    assertThat(metric(loop, "heldChangingBind")).isPositive();
    long each = 1_000 + 5_000; // warm-up and size
    long prepared = 2 * 20 * 16; // two modes with changing texts take 20 turns each
    assertThat(scans(server) - before)
        .as("six modes with a query and one without it, then two and one")
        .isBetween(8 * each + prepared, 8 * each + prepared + 100);
  }

  /** As in the published test, in which the released sessions wrote nothing to PS_TXN. */
  @Test
  void rowsOfS5_recycledIntoMemory_writeNoSnapshot() throws Exception {
    JsonNode rows =
        rows(
            StudiesIT.on(TestServer.get()),
            "S5PolicyCycle.protocol -f 0 -bm ss -wi 0",
            "policy=release-in-memory",
            "threshold=10",
            "store=ps-txn-classic",
            "recycle=store,memory",
            "link=COUNTED");

    assertThat(metric(row(rows, "recycle", "store"), "snapshotWrites")).isEqualTo(80);
    assertThat(metric(row(rows, "recycle", "memory"), "snapshotWrites")).isZero();
    assertThat(metric(row(rows, "recycle", "memory"), "roundTrips")).isEqualTo(80 * 7);
  }

  @Test
  void ownParts_areRowsOfAResultFile() throws Exception {
    Map<String, String> server = StudiesIT.on(TestServer.get());

    assertThat(rows(server, "StoreBenchmark", "store=PS_TXN", "payload=KB_1"))
        .singleElement()
        .satisfies(POSITIVE);
    assertThat(rows(server, "CodecBenchmark -wi 0")).hasSize(5 * 2).allSatisfy(POSITIVE);
    assertThat(rows(server, "PoolBenchmark -wi 1 -t 2")).hasSize(3).allSatisfy(POSITIVE);
    assertThat(rows(server, "NoopRequestBenchmark -wi 0 -t 2")).hasSize(2).allSatisfy(POSITIVE);
  }

  /** Returns the scans of the table of S4 after every session has ended and reported them. */
  private static long scans(Database server) throws Exception {
    try (Connection connection = server.connect()) {
      String others =
          "select count(*) from pg_stat_activity"
              + " where backend_type = 'client backend' and pid <> pg_backend_pid()";
      long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(5);
      while (!Connections.query(connection, others).equals("0") && System.nanoTime() < deadline) {
        Thread.onSpinWait();
      }
      return Long.parseLong(
          Connections.query(
              connection,
              "select seq_scan + idx_scan from pg_stat_user_tables where relname = 'fetch_test'"));
    }
  }

  private static JsonNode row(JsonNode rows, String parameter, String value) {
    for (JsonNode row : rows) {
      if (row.at("/params/" + parameter).asText().equals(value)) {
        return row;
      }
    }
    throw new AssertionError("no row of " + value);
  }

  private static double score(JsonNode row) {
    return row.at("/primaryMetric/score").asDouble();
  }

  private static double metric(JsonNode row, String name) {
    return Double.parseDouble(row.at("/secondaryMetrics/" + name + "/score").asText());
  }
}
