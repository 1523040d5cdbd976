package cloakroom.bench.family.pool;

import cloakroom.bench.family.Family;
import cloakroom.bench.family.FamilyCell;
import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.family.FamilyRounds;
import cloakroom.bench.family.pool.ModulePoolBenchmark.Transition;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The module pool: what a check-out and check-in cost, on how many threads and sessions, beside
 * HikariCP's borrow and return; and what a session costs that does nothing.
 */
public final class PoolFamily implements Family {
  static final int FEW = 80;
  static final int MANY = 100_000;

  private static final String REQUEST = "request";
  private static final FamilyCell OWN = module(Transition.AFFINITY, 1, FEW);
  private static final FamilyCell OWN_BY_EIGHT = module(Transition.AFFINITY, 8, FEW);
  private static final FamilyCell OWN_MANY = module(Transition.AFFINITY, 1, MANY);
  private static final FamilyCell RECYCLE = module(Transition.RECYCLE, 1, FEW);

  private static final List<String> COLUMNS = List.of("ns", "ops/µs", "B/op");
  private static final List<String> REMARKS =
      List.of(
          "ns: of one operation in its thread; ops/µs: of all threads together.",
          "Sessions come scrambled, as users do: one anywhere in memory after another.",
          "HikariCP lends connections to nothing, one for each thread, without validation.");

  private static final double MOST_AGAINST_HIKARI = 1;

  /** What a pool in shards took (docs/experiments/008). */
  private static final double MOST_GROWTH = 4.3;

  private static final double MOST_OF_A_RECYCLE = 2.9;

  @Override
  public String name() {
    return "pool";
  }

  @Override
  public boolean needsDatabase() {
    return false;
  }

  static FamilyCell hikari(int threads) {
    return cell("HikariCP, borrow and return", ConnectionPoolBenchmark.class, Map.of(), threads);
  }

  static FamilyCell module(Transition transition, int threads, int sessions) {
    String name = transition.name().toLowerCase(Locale.ROOT);
    return cell(
        String.format(Locale.ROOT, "%s, %,d sessions", name, sessions),
        ModulePoolBenchmark.class,
        Map.of("transition", transition.name(), "sessions", "" + sessions),
        threads);
  }

  private static FamilyCell cell(
      String subject, Class<?> benchmark, Map<String, String> parameters, int threads) {
    return new FamilyCell(
        FamilyCell.threads(threads), subject, benchmark, REQUEST, parameters, threads);
  }

  @Override
  public List<FamilyCell> cells(boolean full) {
    return full
        ? all()
        : List.of(
            hikari(1),
            OWN,
            OWN_MANY,
            module(Transition.FREE, 1, FEW),
            RECYCLE,
            module(Transition.RECYCLE, 1, MANY),
            hikari(8),
            OWN_BY_EIGHT,
            module(Transition.AFFINITY, 8, 1_000),
            module(Transition.FREE, 8, FEW));
  }

  private static List<FamilyCell> all() {
    List<FamilyCell> cells = new ArrayList<>();
    for (int threads : List.of(1, 2, 8, 64)) {
      cells.add(hikari(threads));
      for (int sessions : List.of(FEW, 1_000, 10_000, MANY)) {
        for (Transition transition : Transition.values()) {
          if (threads <= sessions / 4) { // a session for each, and others to take from
            cells.add(module(transition, threads, sessions));
          }
        }
      }
    }
    return cells;
  }

  @Override
  public void read(FamilyRounds rounds, FamilyResult found) {
    for (FamilyCell cell : rounds.cells(REQUEST)) {
      found.row(cell, COLUMNS, rounds.nanos(cell), rounds.rate(cell) / 1e6, rounds.bytes(cell));
    }
    found.atMost(
        "own instance over HikariCP, time", MOST_AGAINST_HIKARI, rounds.timeOver(OWN, hikari(1)));
    found.atLeast(
        "own instance, 8 threads over 1, throughput", 1, rounds.rateOver(OWN_BY_EIGHT, OWN));
    found.atMost(
        "own instance, 100,000 sessions over 80, time",
        MOST_GROWTH,
        rounds.timeOver(OWN_MANY, OWN));
    found.atMost(
        "recycle over own instance, time", MOST_OF_A_RECYCLE, rounds.timeOver(RECYCLE, OWN));
    SessionWeight.measure(found);
    found.remarks().addAll(REMARKS);
  }
}
