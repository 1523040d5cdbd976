package cloakroom.bench.harness;

import cloakroom.bench.subject.Connections;
import cloakroom.bench.subject.Subject;
import cloakroom.bench.subject.SubjectSettings;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** Base class of benchmarks that repeat one operation as often as the published study. */
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

  /** Base class of benchmarks that compare a pool of one connection with no pool. */
  public abstract static class PoolStudy extends LoopStudy {
    public static final String SUBJECT = "subject";

    @Param({"UNPOOLED", "HIKARI", "UCP"})
    public Subject subject;

    @Param("false") // as in the published pools
    public boolean validation;

    protected Connections connections;

    protected SubjectSettings settings() {
      return SubjectSettings.full(1).withValidation(validation);
    }

    @Setup
    public final void openSubject() throws SQLException {
      connections = subject.open(database(), settings());
    }

    @TearDown
    public final void closeSubject() {
      connections.close();
    }
  }
}
