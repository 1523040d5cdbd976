package cloakroom.bench.family.codec;

import cloakroom.bench.family.codec.Serializer.Way;
import cloakroom.state.AdfLikeState;
import cloakroom.state.Snapshot;
import java.util.Arrays;
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
 * serializer gives back every session as it was.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar CodecBenchmark -p serializer=BINARY,FORY</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 6, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class CodecBenchmark {
  static final int SESSIONS = 64;

  @Param({"BINARY", "ZSTD", "ZSTD_MODULE", "XML", "CBOR", "KRYO", "FORY"})
  public Serializer serializer;

  private final Object[] sessions = new Object[SESSIONS];
  private final byte[][] contents = new byte[SESSIONS][];
  private Way way;
  private int next;

  @Setup
  public void check() throws Exception {
    way = serializer.open();
    for (int i = 0; i < SESSIONS; i++) {
      Snapshot snapshot = AdfLikeState.of(i, 1);
      sessions[i] = serializer.input(snapshot);
      contents[i] = way.encoder().encode(sessions[i]);
      if (!way.decoder().decode(contents[i]).equals(sessions[i])) {
        throw new IllegalStateException(serializer + " does not give back what it was given");
      }
    }
  }

  /** Bytes of a session, the mean of all. */
  static double bytes(Serializer serializer) throws Exception {
    CodecBenchmark benchmark = new CodecBenchmark();
    benchmark.serializer = serializer;
    benchmark.check();
    return Arrays.stream(benchmark.contents)
        .mapToInt(bytes -> bytes.length)
        .average()
        .orElseThrow();
  }

  @Benchmark
  public byte[] encode() throws Exception {
    return way.encoder().encode(sessions[next()]);
  }

  @Benchmark
  public Object decode() throws Exception {
    return way.decoder().decode(contents[next()]);
  }

  private int next() {
    next = next + 1 < SESSIONS ? next + 1 : 0;
    return next;
  }
}
