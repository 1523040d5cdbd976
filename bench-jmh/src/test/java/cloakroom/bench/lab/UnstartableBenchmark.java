package cloakroom.bench.lab;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;

/** Its fork ends before it begins. */
public class UnstartableBenchmark {
  /** Never runs. */
  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @Fork(jvmArgs = "-XX:+NoSuchOptionOfAnyJvm")
  public void protocol() {
    throw new AssertionError("the JVM has started");
  }
}
