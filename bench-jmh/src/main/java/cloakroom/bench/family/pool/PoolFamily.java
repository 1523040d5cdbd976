package cloakroom.bench.family.pool;

import cloakroom.bench.family.Family;
import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.family.pool.ModulePoolBenchmark.Transition;
import cloakroom.contract.Installed;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * The module pool: what a check-out and check-in cost, on how many threads and sessions, beside
 * HikariCP's borrow and return; and what a session costs that does nothing.
 */
public final class PoolFamily implements Family {
  private static final PoolCell HIKARI = PoolCell.hikari(1);
  private static final PoolCell OWN = PoolCell.module(Transition.AFFINITY, 1, PoolCell.FEW);
  private static final PoolCell OWN_MANY = PoolCell.module(Transition.AFFINITY, 1, PoolCell.MANY);
  private static final PoolCell RECYCLE = PoolCell.module(Transition.RECYCLE, 1, PoolCell.FEW);

  private static final List<String> COLUMNS = List.of("ns", "ops/µs", "B/op");
  private static final List<String> REMARKS =
      List.of(
          "ns: of one operation in its thread; ops/µs: of all threads together.",
          "Sessions come scrambled, as users do: one anywhere in memory after another.",
          "LinkedHashMap by use: found and made the newest under a lock, and no more; what it takes"
              + " longer with more sessions is the memory's part.",
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

  @Override
  public FamilyResult run(Family.Plan plan, Consumer<String> progress) throws Exception {
    List<PoolCell> cells = plan.full() ? PoolCell.all() : PoolCell.some();
    progress.accept("pool: bytes a session");
    FamilyResult idle = IdleSessions.measure();
    Path log = Installed.results(Installed.folder(PoolFamily.class)).resolve("family-pool.log");
    PoolRounds rounds =
        PoolRounds.run(
            cells,
            plan.rounds(),
            log,
            round ->
                progress.accept(
                    "pool: round %s of %s, about %s s left"
                        .formatted(
                            round,
                            plan.rounds(),
                            seconds(cells.size() * (plan.rounds() - round + 1)))),
            options -> options);
    FamilyResult found = new FamilyResult(name());
    for (PoolCell cell : cells) {
      found.row(
          cell.heading(),
          cell.subject(),
          COLUMNS,
          rounds.nanos(cell),
          rounds.rate(cell),
          rounds.bytes(cell));
    }
    bars(rounds, found);
    found.rows().addAll(idle.rows());
    found.bars().addAll(idle.bars());
    found.remarks().addAll(REMARKS);
    return found;
  }

  /** A fork starts, sets up, warms up and measures in about that time. */
  private static int seconds(int forks) {
    return 4 * forks;
  }

  private static void bars(PoolRounds rounds, FamilyResult found) {
    found.atMost(
        "own instance over HikariCP, time", MOST_AGAINST_HIKARI, rounds.timeOver(OWN, HIKARI));
    found.atLeast(
        "own instance, 8 threads over 1, throughput",
        1,
        rounds.rateOver(PoolCell.module(Transition.AFFINITY, 8, PoolCell.FEW), OWN));
    found.atMost(
        "own instance, 100,000 sessions over 80, time",
        MOST_GROWTH,
        rounds.timeOver(OWN_MANY, OWN));
    found.atMost(
        "recycle over own instance, time", MOST_OF_A_RECYCLE, rounds.timeOver(RECYCLE, OWN));
  }
}
