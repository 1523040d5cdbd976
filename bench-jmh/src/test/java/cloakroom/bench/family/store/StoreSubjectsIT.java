package cloakroom.bench.family.store;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.TestServer;
import cloakroom.bench.family.Family;
import cloakroom.bench.family.Family.Bar;
import cloakroom.bench.lab.CountedDatabase;
import cloakroom.database.Database;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every subject gives back what it was given, and costs what tables say that it costs. */
class StoreSubjectsIT {
  private static final Database SERVER = TestServer.get();

  private static OperationCounts count(Payload payload, StoreSubject subject) throws Exception {
    OperationCounts counts = new OperationCounts();
    try (CountedDatabase relay = new CountedDatabase(SERVER);
        StoreConnections connections = new StoreConnections(relay, 1);
        SessionStore stored = subject.open(payload, connections)) {
      counts.fill(stored::checkedRound, relay::total, SERVER);
    }
    return counts;
  }

  private static void assertCounts(StoreSubject subject, double statements, double writes)
      throws Exception {
    OperationCounts counts = count(Payload.KB_1, subject);
    assertThat(counts.statements).as("statements of %s", subject).isEqualTo(statements);
    assertThat(counts.writes).as("writing transactions of %s", subject).isEqualTo(writes);
  }

  @Test
  void ours_isOneStatementToWriteAndOneToRead() throws Exception {
    assertCounts(StoreSubject.PS_TXN, 2, 1);
    assertCounts(StoreSubject.RAW, 2, 1);
    assertThat(count(Payload.KB_100, StoreSubject.PS_TXN).roundTrips).isEqualTo(2);
  }

  @Test
  void log_growsWithTheContent() throws Exception {
    assertThat(count(Payload.KB_1, StoreSubject.PS_TXN).logBytes).isBetween(1_024.0, 3_000.0);
    assertThat(count(Payload.KB_100, StoreSubject.PS_TXN).logBytes).isBetween(102_400.0, 140_000.0);
  }

  @Test
  void everySubject_givesBackWhatItWasGiven() throws Exception {
    try (StoreConnections connections = new StoreConnections(SERVER, 2)) {
      for (Payload payload : List.of(Payload.KB_1, Payload.TEXT, Payload.ADF)) {
        for (StoreSubject subject : StoreSubject.of(payload, true)) {
          try (SessionStore stored = subject.open(payload, connections)) {
            stored.checkedRound();
            stored.checkedRound();
          }
        }
      }
    }
  }

  @Test
  void everyBar_findsItsCells() {
    assertThat(StoreSubject.of(Payload.KB_1, false))
        .containsExactly(StoreSubject.RAW, StoreSubject.PS_TXN);
    assertThat(StoreSubject.of(Payload.TEXT, true)).contains(StoreSubject.CLASSIC);
    assertThat(StoreSubject.of(Payload.ADF_8, false)).containsExactly(StoreSubject.BINARY);
    assertThat(StoreFamily.of(true).cells()).hasSize(2 * (3 * 3 + 2));
    Family usual = StoreFamily.of(false);
    for (Bar bar : usual.bars()) {
      assertThat(usual.cells()).containsAll(bar.above()).containsAll(bar.below());
    }
  }
}
