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
 * A {@link Relay} in a process of its own: what it costs is neither the tier's nor the database's.
 * It ends with this process, however that ends. When it ends by itself its connections are gone, as
 * with a database that dies, and the log says so.
 */
public final class RelayProcess implements AutoCloseable {
  /** Options of the command {@code relay}. */
  public static final String TO = "--to";

  public static final String RTT = "--rtt";
  public static final String JITTER = "--jitter";

  /** The program that knows the command. */
  private static final String PROGRAM = "cloakroom.cli.AppSim";

  /** It copies bytes: the plainest collector and the first compiler cost least. */
  private static final List<String> JVM =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m", "-XX:-UsePerfData");

  private static final String COUNTS = "counts\n";
  private static final String ENDED = "";
  private static final long START_SECONDS = 60;
  private static final long ANSWER_SECONDS = 30;
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
    var unused = process.onExit().thenAccept(this::ended);
    this.url = JdbcAddress.of(url).at("127.0.0.1", port());
  }

  /**
   * Refuses what no relay can do.
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

  /** How it is started: by this Java, from where this program comes from. */
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

  /** At which it listens, as its first line tells. */
  private int port() {
    try {
      String line = lines.poll(START_SECONDS, TimeUnit.SECONDS);
      if (line != null && !line.equals(ENDED)) {
        return JSON.readTree(line).path("port").asInt();
      }
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the relay says what it should not", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    close();
    throw new EnvironmentException("the relay to the database did not start");
  }

  private void ended(Process gone) {
    if (!closing) {
      LOG.error(
          "the relay to the database (process {}) ended by itself with code {}: its connections are"
              + " gone and there will be no new ones",
          gone.pid(),
          gone.exitValue());
    }
  }

  /** The JDBC URL of the database by way of the relay. */
  public String url() {
    return url;
  }

  public long processId() {
    return process.pid();
  }

  /** What has passed so far; of a relay that is gone what it told last. */
  public synchronized LinkCounts counts() {
    ask(COUNTS);
    return last;
  }

  /** Has a fault of the way begin or end; returns when it does. */
  public synchronized void order(FaultCommand order) {
    ask(order.line() + "\n");
  }

  private void ask(String line) {
    if (closing || !process.isAlive()) {
      return;
    }
    lines.clear();
    try {
      process.getOutputStream().write(line.getBytes(StandardCharsets.UTF_8));
      process.getOutputStream().flush();
      String answer = lines.poll(ANSWER_SECONDS, TimeUnit.SECONDS);
      if (answer == null) {
        LOG.error("the relay has been silent for {} s: it is ended", ANSWER_SECONDS);
        process.destroyForcibly(); // what it says later would be taken for another answer
      } else if (!answer.equals(ENDED)) {
        last = JSON.readValue(answer, LinkCounts.class);
      }
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("the relay says what it should not", e);
    } catch (IOException e) {
      LOG.debug("the relay is gone", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Asks a last time, then ends the relay and with it every connection through it. */
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
      LOG.debug("the relay is gone", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    process.destroyForcibly();
  }
}
