package cloakroom.stress.trial;

import cloakroom.contract.CommitDelay;
import cloakroom.contract.FaultCommand;
import cloakroom.contract.SchemaName;
import cloakroom.platform.Password;
import cloakroom.platform.ProgressLine;
import cloakroom.platform.Variables;
import cloakroom.stress.monitor.CpuMeter;
import cloakroom.stress.monitor.JdbcDatabaseMonitor;
import cloakroom.stress.process.ChildProcess;
import cloakroom.stress.process.Launch;
import cloakroom.stress.process.Records;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.settings.RunSettings;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The database of a run: one that this run starts and stops, or one that is there already. */
public final class DatabaseUnderTest implements AutoCloseable {
  /** The first start unpacks the server and makes a cluster. */
  private static final Duration EMBEDDED_START = Duration.ofMinutes(3);

  /** Its image may have to be fetched first; the command itself ends what takes too long. */
  private static final Duration CONTAINER_START = Duration.ofHours(2);

  private static final Duration OBEY = Duration.ofSeconds(30);
  private static final Duration STOP = Duration.ofSeconds(15);

  final String url;

  final String user;
  private final SchemaName schema;

  /** Whether the run may order a checkpoint of the server. */
  private final boolean serverWide;

  private final Password password;
  final CpuMeter cpu;
  private final Optional<ChildProcess> process;

  /** One that exists; nothing of it is started, stopped or measured from outside. */
  DatabaseUnderTest(RunSettings.DatabaseSettings database) {
    url = database.url();
    user = database.user();
    password = database.password();
    schema = database.schema();
    serverWide = database.serverWide();
    cpu = CpuMeter.elsewhere();
    process = Optional.empty();
  }

  private DatabaseUnderTest(
      JsonNode ready, RunSettings.DatabaseSettings wanted, ChildProcess process) {
    this.url = ready.path("url").asText();
    this.user = ready.path("user").asText();
    this.password = wanted.password();
    this.schema = wanted.schema();
    this.serverWide = true;
    // a server in a container is no process of this machine, as far as we can see
    this.cpu = ready.has("pid") ? CpuMeter.of(ready.path("pid").asLong()) : CpuMeter.elsewhere();
    this.process = Optional.of(process);
  }

  /** Starts the embedded one, or Oracle in a container; tells {@code progress} what takes long. */
  static DatabaseUnderTest start(
      RunSettings.DatabaseSettings wanted,
      List<String> command,
      Path log,
      StopSignal stop,
      Consumer<String> progress) {
    ChildProcess child =
        ChildProcess.start(
            new Launch(
                "database", command, Map.of(Variables.PASSWORD, wanted.password().reveal()), log),
            progressOf(progress));
    Duration limit = wanted.isOracleInContainer() ? CONTAINER_START : EMBEDDED_START;
    return new DatabaseUnderTest(child.ready(limit, stop), wanted, child);
  }

  /** Returns a listener that passes on what a process reports on the way to its readiness. */
  static Consumer<JsonNode> progressOf(Consumer<String> progress) {
    return event -> {
      if (event.path("event").asText().equals(ProgressLine.EVENT)) {
        progress.accept(Records.of(event, ProgressLine.class).text());
      }
    };
  }

  /** Makes each commit wait so long, on one that this run started; returns when it does. */
  void delayCommits(Duration delay, StopSignal stop) {
    CommitDelay wanted = new CommitDelay(delay.toNanos() / 1_000);
    var unused = process.orElseThrow().ask(wanted.line(), CommitDelay.EVENT, OBEY, stop);
  }

  /** Has a fault of the server begin or end; returns why it does not, or nothing. */
  String order(FaultCommand order) {
    return process.map(child -> child.order(order)).orElse("it is not ours");
  }

  /** Returns what the monitor of this database requires, with the tier's application name. */
  public JdbcDatabaseMonitor.MonitorTarget watched(String tier) {
    return new JdbcDatabaseMonitor.MonitorTarget(
        url, user, schema, tier, process.isEmpty(), serverWide);
  }

  public String password() {
    return password.reveal();
  }

  /** What the processes that connect to it need in their environment. */
  Map<String, String> environment() {
    return Map.of(Variables.PASSWORD, password());
  }

  @Override
  public void close() {
    process.ifPresent(p -> p.stop(STOP));
  }
}
