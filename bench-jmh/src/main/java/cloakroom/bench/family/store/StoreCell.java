package cloakroom.bench.family.store;

import cloakroom.bench.family.FamilyResult.Row;
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

  /**
   * How long is measured.
   *
   * @param warmUp before the first round
   * @param block of each subject in each round
   * @param rounds number of rounds
   */
  record Pace(Duration warmUp, Duration block, int rounds) {}

  Figures of(String subject) {
    return figures.get(subject);
  }

  List<Row> rows() {
    return figures.entrySet().stream().map(entry -> row(entry.getKey(), entry.getValue())).toList();
  }

  private Row row(String subject, Figures measured) {
    Map<String, Double> row = new LinkedHashMap<>();
    row.put("ops/s", measured.rate());
    row.put("p50 us", measured.micros(50));
    row.put("p99 us", measured.micros(99));
    row.put("alloc B/op", measured.bytes());
    OperationCounts counted = counts.get(subject);
    row.put("statements/op", counted.statements());
    row.put("round trips/op", counted.roundTrips());
    row.put("write tx/op", counted.writes());
    row.put("WAL B/op", counted.logBytes());
    return new Row(name, subject, row);
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
