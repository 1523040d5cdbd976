package cloakroom.bench.family.pool;

import cloakroom.bench.family.pool.ModulePoolBenchmark.Transition;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One thing to measure.
 *
 * @param transition how sessions get their instance; null but for the module pool
 * @param threads that work at a time
 * @param sessions how many there are; 0 for HikariCP
 */
record PoolCell(Worker worker, Transition transition, int threads, int sessions) {
  /** What is measured, and by which benchmark. */
  enum Worker {
    MODULE_POOL(ModulePoolBenchmark.class),
    HIKARI(ConnectionPoolBenchmark.class),
    LRU_MAP(LruMapBenchmark.class);

    private final Class<?> benchmark;

    Worker(Class<?> benchmark) {
      this.benchmark = benchmark;
    }
  }

  static final int FEW = 80;
  static final int MANY = 100_000;

  private static final List<Integer> ALL_SESSIONS = List.of(FEW, 1_000, 10_000, MANY);
  private static final List<Integer> ALL_THREADS = List.of(1, 2, 8, 64);

  static PoolCell module(Transition transition, int threads, int sessions) {
    return new PoolCell(Worker.MODULE_POOL, transition, threads, sessions);
  }

  static PoolCell lruMap(int sessions) {
    return new PoolCell(Worker.LRU_MAP, null, 1, sessions);
  }

  static PoolCell hikari(int threads) {
    return new PoolCell(Worker.HIKARI, null, threads, 0);
  }

  /** What bars need, and a little more. */
  static List<PoolCell> some() {
    List<PoolCell> cells = new ArrayList<>();
    cells.add(hikari(1));
    cells.add(module(Transition.AFFINITY, 1, FEW));
    cells.add(module(Transition.AFFINITY, 1, MANY));
    cells.add(lruMap(FEW));
    cells.add(lruMap(MANY));
    cells.add(module(Transition.FREE, 1, FEW));
    cells.add(module(Transition.RECYCLE, 1, FEW));
    cells.add(module(Transition.RECYCLE, 1, MANY));
    cells.add(hikari(8));
    cells.add(module(Transition.AFFINITY, 8, FEW));
    cells.add(module(Transition.AFFINITY, 8, 1_000));
    cells.add(module(Transition.FREE, 8, FEW));
    return cells;
  }

  static List<PoolCell> all() {
    List<PoolCell> cells = new ArrayList<>();
    for (int threads : ALL_THREADS) {
      cells.add(hikari(threads));
      for (int sessions : ALL_SESSIONS) {
        for (Transition transition : Transition.values()) {
          if (threads <= sessions / 4) { // a session for each, and others to take from
            cells.add(module(transition, threads, sessions));
          }
        }
        if (threads == 1) {
          cells.add(lruMap(sessions));
        }
      }
    }
    return cells;
  }

  /** What all subjects with these threads have in common. */
  String heading() {
    return threads == 1 ? "1 thread" : threads + " threads";
  }

  /** Who works, and on how many sessions. */
  String subject() {
    return switch (worker) {
      case HIKARI -> "HikariCP, borrow and return";
      case LRU_MAP -> String.format(Locale.ROOT, "LinkedHashMap by use, %,d sessions", sessions);
      case MODULE_POOL ->
          String.format(
              Locale.ROOT,
              "%s, %,d sessions",
              transition.name().toLowerCase(Locale.ROOT),
              sessions);
    };
  }

  Class<?> benchmark() {
    return worker.benchmark;
  }

  Map<String, List<String>> parameters() {
    Map<String, List<String>> all = new LinkedHashMap<>();
    if (transition != null) {
      all.put("transition", List.of(transition.name()));
    }
    if (sessions > 0) {
      all.put("sessions", List.of(Integer.toString(sessions)));
    }
    return all;
  }
}
