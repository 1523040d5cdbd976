package cloakroom.bench.family.store;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.TestServer;
import cloakroom.database.Database;
import cloakroom.state.SnapshotCodecs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every subject gives back what it was given, and costs what tables say that it costs. */
class StoreSubjectsIT {
  private static final Database SERVER = TestServer.get();

  @TempDir Path folder;

  private OperationCounts count(Payload payload, String subject) throws Exception {
    return OperationCounts.of(
        payload.subjects().stream()
            .filter(each -> each.name().equals(subject))
            .findFirst()
            .orElseThrow(),
        SERVER);
  }

  private void assertCounts(String subject, double statements, double writes) throws Exception {
    OperationCounts counts = count(Payload.bytes(1, folder), subject);
    assertThat(counts.statements()).as("statements of %s", subject).isEqualTo(statements);
    assertThat(counts.writes()).as("writing transactions of %s", subject).isEqualTo(writes);
  }

  @Test
  void ours_isOneStatementToWriteAndOneToRead() throws Exception {
    assertCounts(Payload.OURS, 2, 1);
    assertCounts(Payload.RAW, 2, 1);
    assertThat(count(Payload.bytes(100, folder), Payload.OURS).roundTrips()).isEqualTo(2);
  }

  @Test
  void storesWithoutDatabase_askItNothing() throws Exception {
    assertCounts(Payload.FILE, 0, 0);
    assertCounts(Payload.MEMORY, 0, 0);
  }

  @Test
  void log_growsWithTheContent() throws Exception {
    double small = count(Payload.bytes(1, folder), Payload.OURS).logBytes();
    double large = count(Payload.bytes(100, folder), Payload.OURS).logBytes();

    assertThat(small).isBetween(1_024.0, 3_000.0);
    assertThat(large).isBetween(102_400.0, 140_000.0);
  }

  @Test
  void everySubject_givesBackWhatItWasGiven() throws Exception {
    try (StoreConnections connections = new StoreConnections(SERVER, 2)) {
      for (Payload payload :
          List.of(
              Payload.bytes(10, folder),
              Payload.text(10),
              Payload.adf(1, List.of(SnapshotCodecs.BINARY, SnapshotCodecs.ZSTD)))) {
        for (StoreSubject<?> subject : payload.subjects()) {
          try (StoreSubject.Open<?> open = subject.open(connections)) {
            open.checkedRound();
            open.checkedRound();
          }
        }
      }
    }
  }

  @Test
  void cell_measuresAllSideBySide() throws Exception {
    Payload payload = Payload.text(10);
    try (StoreConnections connections = new StoreConnections(SERVER, 8);
        StoreCell.Open open = new StoreCell.Open()) {
      for (StoreSubject<?> subject : payload.subjects()) {
        open.add(subject.open(connections));
      }
      StoreCell.Pace pace = new StoreCell.Pace(Duration.ofMillis(1), Duration.ofMillis(20), 2);

      Map<String, cloakroom.bench.lab.Blocks.Figures> figures = open.measure(8, pace);

      assertThat(figures.keySet())
          .containsExactlyElementsOf(payload.subjects().stream().map(StoreSubject::name).toList());
      assertThat(figures.get(Payload.OURS).operations()).isPositive();
    }
  }
}
