package cloakroom.bench.family.store;

import cloakroom.bench.family.Family;
import cloakroom.bench.family.Family.Bar;
import cloakroom.bench.family.Family.Cell;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Snapshot stores: a session's state written and read back, on a database whose commits reach the
 * disk unless it was told otherwise.
 */
public final class StoreFamily {
  private static final List<Integer> THREADS = List.of(1, 8);
  private static final List<String> REMARKS =
      List.of(
          "An operation writes a session's state and reads it back; each of "
              + SessionStore.SESSIONS
              + " sessions belongs to one thread.",
          "All connections come from HikariCP with the same settings; it asks a connection whether"
              + " it lives only after 500 ms without use. Ours go through the tier's connection"
              + " source.");

  private StoreFamily() {}

  /** The family, with what its bars need, or in the long form with everything. */
  public static Family of(boolean full) {
    List<Cell> cells = new ArrayList<>();
    List<Bar> bars = new ArrayList<>();
    for (Payload payload : Payload.values()) {
      for (int threads : THREADS) {
        for (StoreSubject subject : StoreSubject.of(payload, full)) {
          cells.add(cell(payload, subject, threads));
        }
      }
    }
    for (int threads : THREADS) {
      bars.add(bar(Payload.KB_1, threads, 0.95));
      bars.add(bar(Payload.TEXT, threads, 1.3));
    }
    return new Family("store", true, cells, bars, REMARKS);
  }

  private static Cell cell(Payload payload, StoreSubject subject, int threads) {
    return new Cell(
        payload.words() + ", " + (threads == 1 ? "1 thread" : threads + " threads"),
        subject.words(),
        StoreBenchmark.class,
        "exchange",
        Map.of("payload", payload.name(), "subject", subject.name()),
        threads);
  }

  /** How many times as many operations as plain JDBC ours does in the same time. */
  private static Bar bar(Payload payload, int threads, double limit) {
    Cell ours = cell(payload, StoreSubject.PS_TXN, threads);
    Cell raw = cell(payload, StoreSubject.RAW, threads);
    return new Bar(
        ours.heading() + ": " + ours.subject() + " / " + raw.subject(),
        List.of(raw),
        List.of(ours),
        true,
        limit);
  }
}
