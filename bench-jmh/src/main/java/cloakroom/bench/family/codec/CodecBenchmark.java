package cloakroom.bench.family.codec;

import cloakroom.state.AdfLikeState;
import cloakroom.state.Snapshot;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A session like those of an ADF module turned into bytes, and back. Before anything is timed, the
 * codec gives back every session as it was.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar CodecBenchmark -p codec=BINARY,XML</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 6, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class CodecBenchmark {
  static final int SESSIONS = 64;

  @Param({"BINARY", "XML"})
  public Codec codec;

  private final Snapshot[] sessions = new Snapshot[SESSIONS];
  private final byte[][] contents = new byte[SESSIONS][];
  private int next;

  @Setup
  public void check() {
    for (int i = 0; i < SESSIONS; i++) {
      sessions[i] = AdfLikeState.of(i, 1);
      contents[i] = codec.codec.encode(sessions[i]);
      if (!codec.codec.decode(contents[i]).equals(sessions[i])) {
        throw new IllegalStateException(codec + " does not give back what it was given");
      }
    }
  }

  @Benchmark
  public byte[] encode() {
    return codec.codec.encode(sessions[next()]);
  }

  @Benchmark
  public Snapshot decode() {
    return codec.codec.decode(contents[next()]);
  }

  private int next() {
    next = next + 1 < SESSIONS ? next + 1 : 0;
    return next;
  }
}
