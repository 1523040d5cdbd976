package cloakroom.bench.family.store;

import static cloakroom.bench.family.store.StoreSubject.CODED;
import static cloakroom.bench.family.store.StoreSubject.JETTY;
import static cloakroom.bench.family.store.StoreSubject.PEERS;
import static cloakroom.bench.family.store.StoreSubject.PS_TXN;
import static cloakroom.bench.family.store.StoreSubject.RAW;
import static cloakroom.bench.family.store.StoreSubject.ZSTD;

import cloakroom.bench.family.Family;
import cloakroom.bench.family.FamilyCell;
import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.family.FamilyRounds;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Snapshot stores: a session's state written and read back, on a database whose commits reach the
 * disk unless it was told otherwise.
 */
public final class StoreFamily implements Family {
  private static final List<Integer> THREADS = List.of(1, 8);
  private static final double LOG_BYTES = 2048;
  private static final String EXCHANGE = "exchange";
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
  private static final List<String> REMARKS =
      List.of(
          "An operation writes a session's state and reads it back; each of "
              + States.SESSIONS
              + " sessions belongs to one thread. Peers note the access, as at every request.",
          "All connections come from HikariCP with the same settings; it asks a connection whether"
              + " it lives only after 500 ms without use. Ours go through the tier's connection"
              + " source.",
          "Statements include those that begin and end a transaction. WAL and write transactions"
              + " are the server's own counters, the least of three rounds.");

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
        Map.of("payload", payload.name(), "subject", subject.name(), "link", "DIRECT"),
        threads);
  }

  private static FamilyCell counts(String payload, String subject) {
    return new FamilyCell(
        "counts",
        subject,
        StoreBenchmark.class,
        "counts",
        Map.of("payload", payload, "subject", subject, "link", "COUNTED"),
        1);
  }

  private static FamilyCell counts(FamilyCell cell) {
    return counts(cell.parameters().get("payload"), cell.parameters().get("subject"));
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
  public List<FamilyCell> counts(boolean full) {
    return cells(full).stream().map(StoreFamily::counts).distinct().toList();
  }

  @Override
  public void read(FamilyRounds rounds, FamilyResult found) {
    for (FamilyCell cell : rounds.cells(EXCHANGE)) {
      FamilyCell counts = counts(cell);
      found.row(
          cell,
          COLUMNS,
          rounds.rate(cell),
          rounds.micros(cell, 50),
          rounds.micros(cell, 99),
          rounds.bytes(cell),
          rounds.counted(counts, "statements"),
          rounds.counted(counts, "roundTrips"),
          rounds.counted(counts, "writes"),
          rounds.counted(counts, "logBytes"));
    }
    for (Payload payload : Payload.values()) {
      for (int threads : THREADS) {
        bars(payload, threads, rounds, found);
      }
    }
    FamilyCell ours = counts(Payload.KB_1.name(), PS_TXN.name());
    String unit = "an operation";
    String what = Payload.KB_1.words() + ": %s to write and read";
    found.atMost(what.formatted("statements"), 2, unit, rounds.counted(ours, "statements"));
    found.atMost(what.formatted("round trips"), 2, unit, rounds.counted(ours, "roundTrips"));
    found.atMost(what.formatted("write transactions"), 1, unit, rounds.counted(ours, "writes"));
    double log = rounds.counted(counts(Payload.ADF.name(), ZSTD.name()), "logBytes");
    found.atMost(Payload.ADF.words() + ": log of " + ZSTD.words(), LOG_BYTES, "B/op", log);
    found.remarks().addAll(REMARKS);
  }

  private static void bars(Payload payload, int threads, FamilyRounds rounds, FamilyResult found) {
    switch (payload) {
      case KB_1 -> ratio(rounds, found, payload, threads, PS_TXN, RAW, 0.95);
      case TEXT -> ratio(rounds, found, payload, threads, PS_TXN, RAW, 1.3);
      case ADF, ADF_8 -> {
        double limit = payload == Payload.ADF_8 ? 4 : threads == 1 ? 2.2 : 2.7;
        CODED.forEach(ours -> ratio(rounds, found, payload, threads, ours, JETTY, limit));
      }
      default -> {
        // has to be faster than any peer, and no more
      }
    }
    if (payload != Payload.TEXT) {
      StoreSubject best =
          PEERS.stream()
              .max(Comparator.comparingDouble(peer -> rounds.rate(cell(payload, peer, threads))))
              .orElseThrow();
      (payload.isAdf() ? CODED : List.of(PS_TXN))
          .forEach(ours -> ratio(rounds, found, payload, threads, ours, best, 1));
    }
  }

  /** How many times as fast as another one it has to be. */
  private static void ratio(
      FamilyRounds rounds,
      FamilyResult found,
      Payload payload,
      int threads,
      StoreSubject above,
      StoreSubject below,
      double limit) {
    FamilyCell ours = cell(payload, above, threads);
    found.atLeast(
        ours.heading() + ": " + above.words() + " / " + below.words(),
        limit,
        rounds.rateOver(ours, cell(payload, below, threads)));
  }
}
