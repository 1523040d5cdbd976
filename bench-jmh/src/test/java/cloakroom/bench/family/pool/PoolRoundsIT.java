package cloakroom.bench.family.pool;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.family.pool.ModulePoolBenchmark.Transition;
import cloakroom.bench.lab.Interval;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One round of the cheapest cells: they run, and every check-out goes the way that it says. */
class PoolRoundsIT {
  @TempDir Path folder;

  @Test
  void cells_runAndAreSetAgainstEachOther() throws Exception {
    List<PoolCell> cells = new ArrayList<>();
    cells.add(PoolCell.hikari(1));
    for (Transition transition : Transition.values()) {
      cells.add(PoolCell.module(transition, 1, PoolCell.FEW));
    }
    List<Integer> told = new ArrayList<>();

    PoolRounds rounds =
        PoolRounds.run(
            cells,
            1,
            folder.resolve("jmh.log"),
            told::add,
            options -> options.warmupIterations(1).measurementIterations(1));

    assertThat(told).containsExactly(1);
    for (PoolCell cell : cells) {
      assertThat(rounds.nanos(cell)).as(cell.subject()).isBetween(1.0, 1e6);
      assertThat(rounds.bytes(cell)).as(cell.subject()).isBetween(0.0, 2_000.0);
    }
    Interval twice = rounds.timeOver(cells.get(3), cells.get(1));
    assertThat(twice.ratio()).as("a recycle costs more than an own instance").isGreaterThan(1);
    assertThat(rounds.rateOver(cells.get(1), cells.get(1)).ratio()).isEqualTo(1);
  }
}
