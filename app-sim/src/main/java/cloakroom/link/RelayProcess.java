package cloakroom.link;

import cloakroom.contract.FaultCommand;
import cloakroom.contract.TierOptions;
import cloakroom.database.EnvironmentException;
import cloakroom.database.Urls;
import cloakroom.platform.Installation;
import cloakroom.platform.OtherProcess;
import cloakroom.platform.Variables;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@link Relay} in a separate process, so that its CPU time is neither the tier's nor the
 * database's. It ends with this process.
 */
public final class RelayProcess implements AutoCloseable {
  public static final String TO = "--to";

  public static final String RTT = "--rtt";
  public static final String JITTER = "--jitter";
  private static final String PROGRAM = "cloakroom.cli.AppSim";

  /** JVM options that cost least for a program that copies bytes. */
  private static final List<String> JVM =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m", "-XX:-UsePerfData");

  private static final String COUNTS = "counts\n";
  private static final String ENDED = "";
  private static final long START_SECONDS = 60;
  private static final long RESPONSE_SECONDS = 30;
  private static final long END_SECONDS = 2;
  private static final Logger LOG = LoggerFactory.getLogger(RelayProcess.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final String url;
  private volatile boolean closing;
  private LinkCounts last = LinkCounts.NONE;

  private RelayProcess(Process process, String url) {
    this.process = process;
    OtherProcess.readLines(process.getInputStream(), lines::add, () -> lines.add(ENDED));
    var unused = process.onExit().thenAccept(this::logExit);
    this.url = JdbcAddress.of(url).at("127.0.0.1", port());
  }

  /**
   * Validates the arguments of {@link #start}.
   *
   * @throws EnvironmentException if the URL does not name one host
   * @throws IllegalArgumentException if the times are out of bounds
   */
  public static void check(String url, Duration roundTrip, Duration jitter) {
    JdbcAddress.of(url);
    Relay.check(roundTrip, jitter);
  }

  /**
   * Starts a relay to a database and waits until it listens.
   *
   * @param roundTrip as for {@link Relay#setRoundTrip}
   * @param jitter as for {@link Relay#setRoundTrip}
   * @throws EnvironmentException if it cannot be started, or as {@link #check}
   */
  public static RelayProcess start(String url, Duration roundTrip, Duration jitter) {
    check(url, roundTrip, jitter);
    try {
      return new RelayProcess(
          Variables.withoutSecrets(command(url, roundTrip, jitter))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start(),
          url);
    } catch (IOException e) {
      throw new EnvironmentException("cannot start a relay (" + e.getMessage() + ")", e);
    }
  }

  /** Returns the command line, with the Java and the class path of this process. */
  static List<String> command(String url, Duration roundTrip, Duration jitter) {
    List<String> command = new ArrayList<>();
    command.add(Installation.java());
    command.addAll(JVM);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), PROGRAM, "relay"));
    command.addAll(List.of(TO, Urls.withoutCredentials(url)));
    command.addAll(List.of(RTT, micros(roundTrip), JITTER, micros(jitter)));
    command.addAll(List.of(TierOptions.JSON, TierOptions.EXIT_WITH_PARENT));
    return command;
  }

  private static String micros(Duration time) {
    return TimeUnit.NANOSECONDS.toMicros(time.toNanos()) + "us";
  }

  private int port() {
    try {
      String line = lines.poll(START_SECONDS, TimeUnit.SECONDS);
      if (line != null && !line.equals(ENDED)) {
        return JSON.readTree(line).path("port").asInt();
      }
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("unexpected relay output", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    close();
    throw new EnvironmentException("the relay to the database did not start");
  }

  private void logExit(Process exited) {
    if (!closing) {
      LOG.error(
          "relay process {} exited with code {}; its connections are closed and no new ones are"
              + " possible",
          exited.pid(),
          exited.exitValue());
    }
  }

  /** Returns the JDBC URL of the database through the relay. */
  public String url() {
    return url;
  }

  public long processId() {
    return process.pid();
  }

  /** Returns the counters so far, or the last known ones of an ended relay. */
  public synchronized LinkCounts counts() {
    send(COUNTS);
    return last;
  }

  /** Begins or ends a fault; returns when it takes effect. */
  public synchronized void sendFault(FaultCommand command) {
    send(command.line() + "\n");
  }

  private void send(String line) {
    if (closing || !process.isAlive()) {
      return;
    }
    lines.clear();
    try {
      process.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
      String response = lines.poll(RESPONSE_SECONDS, TimeUnit.SECONDS);
      if (response == null) {
        LOG.error("the relay has not responded for {} s and is killed", RESPONSE_SECONDS);
        process.destroyForcibly(); // a late response would be read as the next one
      } else if (!response.equals(ENDED)) {
        last = JSON.readValue(response, LinkCounts.class);
      }
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("unexpected relay output", e);
    } catch (IOException e) {
      LOG.debug("the relay has ended", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reads the counters, then ends the relay and every connection through it. */
  @Override
  public void close() {
    counts();
    closing = true;
    try {
      process.getOutputStream().close();
      if (process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        return;
      }
    } catch (IOException e) {
      LOG.debug("the relay has ended", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }
}
