package cloakroom.bench.lab;

import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** A benchmark that compares a pool of one connection with none, by doing one thing many times. */
public abstract class PoolStudy extends StudyState {
  /** Name of the parameter that chooses the pool. */
  public static final String SUBJECT = "subject";

  /** The way to come by a connection. */
  @Param({"UNPOOLED", "HIKARI", "UCP"})
  public Subject subject;

  private Connections connections;

  /** What a pool is told; it has its connection before the clock runs. */
  protected SubjectSettings settings() {
    return SubjectSettings.full(1);
  }

  @Setup(Level.Trial)
  public final void openSubject() throws SQLException {
    connections = subject.open(database(), settings());
  }

  @TearDown(Level.Trial)
  public final void closeSubject() {
    connections.close();
  }

  protected final Connections connections() {
    return connections;
  }

  /** How often the published loop does it. */
  protected abstract int times();

  protected abstract Object once() throws SQLException, InterruptedException;

  /** The published loop. */
  @Benchmark
  public void protocol(Blackhole hole, Counts counts) throws SQLException, InterruptedException {
    startCounting();
    for (int i = 0; i < times(); i++) {
      hole.consume(once());
    }
    stopCounting(counts);
  }

  /** Once, in the steady state. */
  @Benchmark
  @BenchmarkMode(Mode.AverageTime)
  @OutputTimeUnit(TimeUnit.MICROSECONDS)
  @Warmup(iterations = 1, time = 1)
  @Measurement(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
  public Object operation() throws SQLException, InterruptedException {
    return once();
  }
}
