package cloakroom.bench.harness;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

@State(Scope.Benchmark)
public class SleepBenchmark {
  /** Milliseconds; a negative number throws. */
  @Param({"1", "20"})
  public int millis;

  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Seen {
    public double sleeps;

    public double notAvailable;
  }

  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  @Warmup(iterations = 0)
  @Measurement(iterations = 1)
  public void protocol(Seen seen) throws InterruptedException {
    if (millis < 0) {
      throw new IllegalStateException("cannot sleep " + millis + " ms\nat all");
    }
    Thread.sleep(millis);
    seen.sleeps = millis;
    seen.notAvailable = Double.NaN;
  }

  @Benchmark
  @BenchmarkMode(Mode.AverageTime)
  @OutputTimeUnit(TimeUnit.MICROSECONDS)
  @Warmup(iterations = 1, time = 20, timeUnit = TimeUnit.MILLISECONDS)
  @Measurement(iterations = 2, time = 20, timeUnit = TimeUnit.MILLISECONDS)
  public Object operation() {
    return new byte[1000 + millis];
  }
}
