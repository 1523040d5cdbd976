package cloakroom.link;

import cloakroom.contract.FaultCommand;
import cloakroom.contract.TierOptions;
import cloakroom.database.EnvironmentException;
import cloakroom.database.Urls;
import cloakroom.platform.Daemons;
import cloakroom.platform.Installation;
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
 * {@link Relay} in a separate process, so that its CPU time is not measured as that of the
 * application or the database. The relay process ends when this process ends.
 */
public final class RelayProcess implements AutoCloseable {
  public static final String TO = "--to";
  public static final String RTT = "--rtt";
  public static final String JITTER = "--jitter";

  /** JVM options for low memory and CPU use of a program that only copies bytes. */
  private static final List<String> JVM =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m", "-XX:-UsePerfData");

  private static final String ENDED = "";
  private static final long RESPONSE_SECONDS = 30;
  private static final Logger LOG = LoggerFactory.getLogger(RelayProcess.class);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final String url;
  private volatile boolean closing;
  private LinkCounts last = LinkCounts.NONE;

  private RelayProcess(Process process, String url) {
    this.process = process;
    Daemons.readLines(process.getInputStream(), lines::add, () -> lines.add(ENDED));
    var unused = process.onExit().thenAccept(this::logExit);
    this.url = JdbcAddress.of(url).at("127.0.0.1", port());
  }

  public static void check(String url, Duration roundTrip, Duration jitter) {
    JdbcAddress.of(url);
    Relay.check(roundTrip, jitter);
  }

  /** Starts a relay process and waits until it listens. See {@link Relay#setRoundTrip}. */
  public static RelayProcess start(String url, Duration roundTrip, Duration jitter) {
    check(url, roundTrip, jitter);
    try {
      ProcessBuilder process = Variables.withoutSecrets(command(url, roundTrip, jitter));
      return new RelayProcess(process.redirectError(ProcessBuilder.Redirect.INHERIT).start(), url);
    } catch (IOException e) {
      throw new EnvironmentException("cannot start a relay (" + e.getMessage() + ")", e);
    }
  }

  static List<String> command(String url, Duration roundTrip, Duration jitter) {
    List<String> command = new ArrayList<>();
    command.add(Installation.java());
    command.addAll(JVM);
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), "cloakroom.cli.AppSim", "relay"));
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
      String line = lines.poll(60, TimeUnit.SECONDS);
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

  public String url() {
    return url;
  }

  public long processId() {
    return process.pid();
  }

  /** Returns the current counters, or the last known counters of an ended relay. */
  public synchronized LinkCounts counts() {
    send("counts\n");
    return last;
  }

  /** Starts or ends a network fault in the relay. Returns after the change has taken effect. */
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

  /** Reads the final counters, then ends the relay process and all connections through it. */
  @Override
  public void close() {
    counts();
    closing = true;
    try {
      process.getOutputStream().close();
      if (process.waitFor(2, TimeUnit.SECONDS)) {
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
