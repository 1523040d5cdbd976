package cloakroom.bench.family.pool;

import cloakroom.bench.family.Family;
import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.family.FamilyResult.Bar;
import cloakroom.bench.family.FamilyResult.BarResult;
import cloakroom.bench.family.FamilyResult.Row;
import cloakroom.bench.family.pool.ModulePoolBenchmark.Transition;
import cloakroom.bench.lab.Installation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  private static final double MOST_AGAINST_HIKARI = 1;

  /** What a pool in shards took (docs/experiments/007). */
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
    IdleSessions idle = IdleSessions.measure();
    Path log = Installation.target().resolve("family-pool.log");
    PoolRounds rounds =
        PoolRounds.run(
            cells,
            plan.rounds(),
            log,
            round ->
                progress.accept(
                    "pool: round "
                        + round
                        + " of "
                        + plan.rounds()
                        + ", about "
                        + seconds(cells.size() * (plan.rounds() - round + 1))
                        + " s left"),
            options -> options);
    List<Row> rows = new ArrayList<>();
    cells.forEach(cell -> rows.add(row(cell, rounds)));
    rows.addAll(idle.rows());
    List<BarResult> bars = new ArrayList<>(bars(rounds));
    bars.addAll(idle.bars());
    return new FamilyResult(name(), rows, bars, remarks());
  }

  /** A fork starts, sets up, warms up and measures in about that time. */
  private static int seconds(int forks) {
    return 4 * forks;
  }

  private static Row row(PoolCell cell, PoolRounds rounds) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("ns", rounds.nanos(cell));
    figures.put("ops/µs", rounds.rate(cell));
    figures.put("B/op", rounds.bytes(cell));
    return new Row(cell.heading(), cell.subject(), figures);
  }

  private static List<BarResult> bars(PoolRounds rounds) {
    return List.of(
        new BarResult(
            "own instance over HikariCP, time",
            Bar.atMost(MOST_AGAINST_HIKARI),
            rounds.timeOver(OWN, HIKARI)),
        new BarResult(
            "own instance, 8 threads over 1, throughput",
            Bar.atLeast(1),
            rounds.rateOver(PoolCell.module(Transition.AFFINITY, 8, PoolCell.FEW), OWN)),
        new BarResult(
            "own instance, 100,000 sessions over 80, time",
            Bar.atMost(MOST_GROWTH),
            rounds.timeOver(OWN_MANY, OWN)),
        new BarResult(
            "recycle over own instance, time",
            Bar.atMost(MOST_OF_A_RECYCLE),
            rounds.timeOver(RECYCLE, OWN)));
  }

  private static List<String> remarks() {
    return List.of(
        "ns: of one operation in its thread; ops/µs: of all threads together.",
        "Sessions come scrambled, as users do: one anywhere in memory after another.",
        "LinkedHashMap by use: found and made the newest under a lock, and no more; what it takes"
            + " longer with more sessions is the memory's part.",
        "HikariCP lends connections to nothing, one for each thread, without validation.");
  }
}
