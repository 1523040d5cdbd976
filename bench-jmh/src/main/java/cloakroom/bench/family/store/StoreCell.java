package cloakroom.bench.family.store;

import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.lab.Blocks;
import cloakroom.bench.lab.Blocks.Figures;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was measured of some subjects side by side.
 *
 * @param name the payload and the number of threads
 * @param figures by subject, in reading order
 * @param counts by subject
 */
record StoreCell(String name, Map<String, Figures> figures, Map<String, OperationCounts> counts) {
  private static final List<String> COLUMNS =
      List.of(
          "ops/s",
          "p50 us",
          "p99 us",
          "alloc B/op",
          "statements/op",
          "round trips/op",
          "write tx/op",
          "WAL B/op");

  /**
   * How long is measured.
   *
   * @param warmUp before the first round
   * @param block of each subject in each round
   */
  record Pace(Duration warmUp, Duration block, int rounds) {}

  Figures of(String subject) {
    return figures.get(subject);
  }

  void rows(FamilyResult found) {
    figures.forEach(
        (subject, measured) -> {
          OperationCounts counted = counts.get(subject);
          found.row(
              name,
              subject,
              COLUMNS,
              measured.rate(),
              measured.micros(50),
              measured.micros(99),
              measured.bytes(),
              counted.statements(),
              counted.roundTrips(),
              counted.writes(),
              counted.logBytes());
        });
  }

  /** Subjects over the same payload, opened. */
  static final class Open implements AutoCloseable {
    private final Map<String, StoreSubject.Open<?>> subjects = new LinkedHashMap<>();

    void add(StoreSubject.Open<?> subject) {
      subjects.put(subject.name(), subject);
    }

    Map<String, Figures> measure(int threads, Pace pace) throws Exception {
      try (Blocks blocks = new Blocks(threads)) {
        for (StoreSubject.Open<?> subject : subjects.values()) {
          blocks.subject(subject.name(), thread -> subject.operation(thread, threads));
        }
        return blocks.run(pace.warmUp(), pace.block(), pace.rounds());
      }
    }

    @Override
    public void close() {
      subjects.values().forEach(StoreSubject.Open::close);
    }
  }
}
