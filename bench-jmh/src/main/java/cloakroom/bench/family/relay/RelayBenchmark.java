package cloakroom.bench.family.relay;

import cloakroom.bench.family.RequestBenchmark;
import cloakroom.bench.family.Served;
import cloakroom.bench.machine.ProcessTimes;
import cloakroom.connection.link.RelayProcess;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * A round trip to an {@link Echo}, by way of the relay's process or without it. Each thread has a
 * connection of its own.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar RelayBenchmark -p way=DIRECT,FAR -t 1</pre>
 */
public class RelayBenchmark extends RequestBenchmark {
  static final Duration DISTANCE = Duration.ofMillis(1);

  private static final int QUESTION = 64;
  private static final int PATIENCE_MILLIS = 10_000;

  /** What lies between caller and echo. */
  public enum Way {
    DIRECT("direct"),
    RELAY("relay, no distance"),
    FAR("relay, 1 ms"),
    PINNED("relay on one processor");

    private final String words;

    Way(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  @Param({"DIRECT", "RELAY", "FAR"})
  public Way way;

  /** From one question of a connection to its next; 0 to ask at once. */
  @Param("0")
  public int pauseMillis;

  private Echo echo;
  private RelayProcess relay;
  private int port;

  @Setup
  public void open() throws Exception {
    echo = new Echo();
    port = echo.port();
    if (way != Way.DIRECT) {
      String url = "jdbc:postgresql://127.0.0.1:" + port + "/echo";
      relay = RelayProcess.start(url, way == Way.FAR ? DISTANCE : Duration.ZERO, Duration.ZERO);
      port = URI.create(relay.url().substring("jdbc:".length())).getPort();
      long process = relay.processId();
      Served.by(() -> ProcessTimes.millis(process) * 1e6, false);
      if (way == Way.PINNED) {
        taskset("-a", "-c", "-p", "0", "" + process);
      }
    }
  }

  /** Whether the system's program has done what it was asked for. */
  static boolean taskset(String... arguments) throws InterruptedException {
    try {
      ProcessBuilder program = new ProcessBuilder("taskset");
      program.command().addAll(List.of(arguments));
      return program
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @TearDown
  public void close() throws IOException {
    if (relay != null) {
      relay.close();
    }
    echo.close();
  }

  /** One connection, which asks and waits. */
  @State(Scope.Thread)
  public static class Caller implements Closeable {
    private final byte[] bytes = new byte[QUESTION];
    private Socket socket;
    private long pause;
    private long next;

    /** Connects; those who pause do not all begin at once. */
    @Setup
    public void connect(RelayBenchmark to, ThreadParams thread) throws IOException {
      socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), to.port);
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(PATIENCE_MILLIS);
      pause = TimeUnit.MILLISECONDS.toNanos(to.pauseMillis);
      next = System.nanoTime() + pause * thread.getThreadIndex() / thread.getThreadCount();
    }

    /** Not part of the time that JMH takes. */
    @Setup(Level.Invocation)
    public void pause() {
      for (long left = next - System.nanoTime(); left > 0; left = next - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      next += pause;
    }

    private void ask() throws IOException {
      socket.getOutputStream().write(bytes);
      if (socket.getInputStream().readNBytes(bytes, 0, QUESTION) < QUESTION) {
        throw new EOFException("a connection has ended");
      }
    }

    @Override
    @TearDown
    public void close() throws IOException {
      socket.close();
    }
  }

  @Benchmark
  public void roundTrip(Caller caller, Served served) throws IOException {
    caller.ask();
    served.one();
  }
}
