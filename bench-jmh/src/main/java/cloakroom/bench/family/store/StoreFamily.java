package cloakroom.bench.family.store;

import cloakroom.bench.family.Family;
import cloakroom.bench.family.FamilyCell;
import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.family.FamilyRounds;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Snapshot stores: a session's state written and read back, on a database whose commits reach the
 * disk unless it was told otherwise.
 */
public final class StoreFamily implements Family {
  private static final List<Integer> THREADS = List.of(1, 8);
  private static final String EXCHANGE = "exchange";
  private static final List<String> COLUMNS = List.of("ops/s", "p50 us", "p99 us", "alloc B/op");
  private static final List<String> REMARKS =
      List.of(
          "An operation writes a session's state and reads it back; each of "
              + SessionStore.SESSIONS
              + " sessions belongs to one thread.",
          "All connections come from HikariCP with the same settings; it asks a connection whether"
              + " it lives only after 500 ms without use. Ours go through the tier's connection"
              + " source.");

  @Override
  public String name() {
    return "store";
  }

  private static FamilyCell cell(Payload payload, StoreSubject subject, int threads) {
    return new FamilyCell(
        payload.words() + ", " + FamilyCell.threads(threads),
        subject.words(),
        StoreBenchmark.class,
        EXCHANGE,
        Map.of("payload", payload.name(), "subject", subject.name()),
        threads);
  }

  @Override
  public List<FamilyCell> cells(boolean full) {
    return Stream.of(Payload.values())
        .flatMap(
            payload ->
                THREADS.stream()
                    .flatMap(
                        threads ->
                            StoreSubject.of(payload, full).stream()
                                .map(subject -> cell(payload, subject, threads))))
        .toList();
  }

  @Override
  public void read(FamilyRounds rounds, FamilyResult found) {
    for (FamilyCell cell : rounds.cells(EXCHANGE)) {
      found.row(
          cell,
          COLUMNS,
          rounds.rate(cell),
          rounds.micros(cell, 50),
          rounds.micros(cell, 99),
          rounds.bytes(cell));
    }
    for (int threads : THREADS) {
      bar(Payload.KB_1, threads, 0.95, rounds, found);
      bar(Payload.TEXT, threads, 1.3, rounds, found);
    }
    found.remarks().addAll(REMARKS);
  }

  private static void bar(
      Payload payload, int threads, double limit, FamilyRounds rounds, FamilyResult found) {
    FamilyCell ours = cell(payload, StoreSubject.PS_TXN, threads);
    FamilyCell raw = cell(payload, StoreSubject.RAW, threads);
    found.atLeast(
        ours.heading() + ": " + ours.subject() + " / " + raw.subject(),
        limit,
        rounds.rateOver(ours, raw));
  }
}
