package cloakroom.stress.run;

import cloakroom.contract.ProgressLine;
import cloakroom.contract.Ready;
import cloakroom.contract.Variables;
import cloakroom.stress.process.ChildProcess;
import cloakroom.stress.process.Launch;
import cloakroom.stress.process.Records;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.watch.CpuMeter;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The database of a run: one that this run starts and stops, or one that is there already. */
final class DatabaseUnderTest implements AutoCloseable {
  /** The first start unpacks the server and makes a cluster. */
  private static final Duration EMBEDDED_START = Duration.ofMinutes(3);

  /**
   * Its image may have to be fetched first; the command itself ends a start that takes too long.
   */
  private static final Duration CONTAINER_START = Duration.ofHours(2);

  private static final Duration STOP = Duration.ofSeconds(15);

  private final String url;
  private final String user;
  private final Secret password;
  private final CpuMeter cpu;
  private final Optional<ChildProcess> process;
  private volatile boolean closing;

  private DatabaseUnderTest(
      String url, String user, Secret password, CpuMeter cpu, Optional<ChildProcess> process) {
    this.url = url;
    this.user = user;
    this.password = password;
    this.cpu = cpu;
    this.process = process;
  }

  /** One that exists; nothing of it is started, stopped or measured from outside. */
  static DatabaseUnderTest existing(RunSettings.Database database) {
    return new DatabaseUnderTest(
        database.url(),
        database.user(),
        database.password(),
        CpuMeter.elsewhere(),
        Optional.empty());
  }

  /**
   * Starts the embedded one, or Oracle in a container.
   *
   * @param progress gets a line about what takes long
   */
  static DatabaseUnderTest start(
      RunSettings.Database wanted,
      List<String> command,
      Path log,
      StopSignal stop,
      Consumer<String> progress) {
    Secret password = wanted.password();
    ChildProcess child =
        ChildProcess.start(
            new Launch("database", command, Map.of(Variables.PASSWORD, password.reveal()), log),
            event -> tell(event, progress));
    try {
      JsonNode ready = child.await(Ready.EVENT, limit(wanted), stop);
      DatabaseUnderTest database = of(ready, password, child);
      database.raiseWhenLost(child, stop);
      return database;
    } catch (RuntimeException e) {
      child.close();
      throw e;
    }
  }

  private static void tell(JsonNode event, Consumer<String> progress) {
    if (event.path("event").asText().equals(ProgressLine.EVENT)) {
      progress.accept(Records.of(event, ProgressLine.class).text());
    }
  }

  private static Duration limit(RunSettings.Database wanted) {
    return wanted.equals(RunSettings.Database.EMBEDDED) ? EMBEDDED_START : CONTAINER_START;
  }

  private static DatabaseUnderTest of(JsonNode ready, Secret password, ChildProcess child) {
    return new DatabaseUnderTest(
        ready.path("url").asText(),
        ready.path("user").asText(),
        password,
        cpu(ready),
        Optional.of(child));
  }

  /** A server in a container is no process of this machine, as far as we can see. */
  private static CpuMeter cpu(JsonNode ready) {
    return ready.has("pid") ? CpuMeter.of(ready.path("pid").asLong()) : CpuMeter.elsewhere();
  }

  private void raiseWhenLost(ChildProcess child, StopSignal stop) {
    var unused =
        child
            .gone()
            .thenAccept(
                code -> {
                  if (!closing) {
                    stop.raise("the database ended in mid-run (exit code " + code + ")");
                  }
                });
  }

  /** Its JDBC URL, free of credentials. */
  String url() {
    return url;
  }

  String user() {
    return user;
  }

  String password() {
    return password.reveal();
  }

  /** What the processes that connect to it need in their environment. */
  Map<String, String> environment() {
    return Map.of(Variables.PASSWORD, password.reveal());
  }

  CpuMeter cpu() {
    return cpu;
  }

  @Override
  public void close() {
    closing = true;
    process.ifPresent(p -> p.stop(STOP));
  }
}
