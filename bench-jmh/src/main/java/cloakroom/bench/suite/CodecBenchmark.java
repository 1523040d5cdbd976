package cloakroom.bench.suite;

import cloakroom.state.AdfLikeState;
import cloakroom.state.Snapshot;
import cloakroom.state.SnapshotCodec;
import cloakroom.state.SnapshotCodecs;
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
 * Benchmark of codecs, which encode and decode session state. The states resemble those of an ADF
 * module. The setup checks that decoding restores each state.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar CodecBenchmark -prof gc -rf json</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 6, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
public class CodecBenchmark {
  private static final int SESSIONS = 64;

  @Param({"binary", "xml"})
  public String codec;

  private final Snapshot[] sessions = new Snapshot[SESSIONS];
  private final byte[][] contents = new byte[SESSIONS][];
  private SnapshotCodec tested;
  private int next;

  @Setup
  public void open() {
    tested = SnapshotCodecs.named(codec);
    for (int i = 0; i < SESSIONS; i++) {
      sessions[i] = AdfLikeState.of(i, 1);
      contents[i] = tested.encode(sessions[i]);
      if (!tested.decode(contents[i]).equals(sessions[i])) {
        throw new IllegalStateException("codec " + codec + ": session " + i + " is not restored");
      }
    }
  }

  @Benchmark
  public byte[] encode() {
    return tested.encode(sessions[next()]);
  }

  @Benchmark
  public Snapshot decode() {
    return tested.decode(contents[next()]);
  }

  private int next() {
    next = next + 1 < SESSIONS ? next + 1 : 0;
    return next;
  }
}
