package cloakroom.bench.harness;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** Benchmark whose protocol repeats one operation, as the published loop does. */
public abstract class LoopStudy extends StudyState {
  protected abstract int times();

  protected abstract Object once() throws SQLException, InterruptedException;

  @Benchmark
  public void protocol(Blackhole hole, StudyCounts counts)
      throws SQLException, InterruptedException {
    startCounting();
    for (int i = 0; i < times(); i++) {
      hole.consume(once());
    }
    stopCounting(counts);
  }

  @Benchmark
  @OutputTimeUnit(TimeUnit.MICROSECONDS)
  @Warmup(iterations = 1, time = 500, timeUnit = TimeUnit.MILLISECONDS)
  @Measurement(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
  public Object operation() throws SQLException, InterruptedException {
    return once();
  }
}
