package cloakroom.stress.trial;

import cloakroom.application.ApplicationDefinition;
import cloakroom.contract.CommitDelay;
import cloakroom.contract.FaultCommand;
import cloakroom.platform.ProgressLine;
import cloakroom.platform.Variables;
import cloakroom.stress.monitor.CpuMeter;
import cloakroom.stress.monitor.JdbcDatabaseMonitor;
import cloakroom.stress.process.ChildProcess;
import cloakroom.stress.process.ChildProcess.Launch;
import cloakroom.stress.process.Records;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.settings.RunSettings.DatabaseSettings;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Database of a run: a process that the run starts and stops, or an existing database. */
public record DatabaseUnderTest(
    DatabaseSettings settings,
    String url,
    String user,
    CpuMeter cpu,
    Optional<ChildProcess> process)
    implements AutoCloseable {
  // Long, because the first start unpacks PostgreSQL and creates a database cluster.
  private static final Duration EMBEDDED_TIMEOUT = Duration.ofMinutes(3);
  // Long, because the container image may be downloaded. The child process has shorter limits.
  private static final Duration CONTAINER_TIMEOUT = Duration.ofHours(2);
  private static final Duration DELAY_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(15);

  static DatabaseUnderTest existing(DatabaseSettings settings) {
    CpuMeter none = CpuMeter.remote();
    return new DatabaseUnderTest(settings, settings.url(), settings.user(), none, Optional.empty());
  }

  static DatabaseUnderTest start(
      DatabaseSettings settings,
      List<String> command,
      Path log,
      StopSignal stop,
      Consumer<String> progress) {
    Map<String, String> secrets = Map.of(Variables.PASSWORD, settings.password().reveal());
    ChildProcess child =
        ChildProcess.start(
            new Launch("database", command, secrets, log, null), progressOf(progress));
    JsonNode ready =
        child.ready(settings.isOracleInContainer() ? CONTAINER_TIMEOUT : EMBEDDED_TIMEOUT, stop);
    // A database in a container reports no pid, so its CPU time is unknown.
    CpuMeter cpu = ready.has("pid") ? CpuMeter.of(ready.path("pid").asLong()) : CpuMeter.remote();
    String url = ready.path("url").asText();
    String user = ready.path("user").asText();
    return new DatabaseUnderTest(settings, url, user, cpu, Optional.of(child));
  }

  static Consumer<JsonNode> progressOf(Consumer<String> progress) {
    return event -> {
      if (event.path("event").asText().equals(ProgressLine.EVENT)) {
        progress.accept(Records.of(event, ProgressLine.class).text());
      }
    };
  }

  /** Delays each commit in the run's own database. Returns when the delay is in effect. */
  void delayCommits(Duration delay, StopSignal stop) {
    CommitDelay command = new CommitDelay(delay.toNanos() / 1_000);
    var unused =
        process.orElseThrow().request(command.line(), CommitDelay.EVENT, DELAY_TIMEOUT, stop);
  }

  String sendFault(FaultCommand command) {
    return process
        .map(child -> child.sendFault(command))
        .orElse("the database was not started by this run");
  }

  public JdbcDatabaseMonitor.MonitorTarget watched(String tier, ApplicationDefinition application) {
    return new JdbcDatabaseMonitor.MonitorTarget(
        url, user, settings.schema(), tier, process.isEmpty(), settings.serverWide(), application);
  }

  public String password() {
    return settings.password().reveal();
  }

  @Override
  public void close() {
    process.ifPresent(child -> child.stop(STOP_TIMEOUT));
  }
}
