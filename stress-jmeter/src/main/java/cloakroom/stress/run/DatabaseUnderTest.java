package cloakroom.stress.run;

import cloakroom.stress.process.ChildProcess;
import cloakroom.stress.process.Launch;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.watch.CpuMeter;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The database of a run: one that this run starts and stops, or one that is there already. */
final class DatabaseUnderTest implements AutoCloseable {
  static final String PASSWORD = "CLOAKROOM_DB_PASSWORD";

  /** The first start unpacks the server and makes a cluster. */
  private static final Duration START = Duration.ofMinutes(3);

  private static final Duration STOP = Duration.ofSeconds(15);

  private final String url;
  private final String user;
  private final String password;
  private final CpuMeter cpu;
  private final Optional<ChildProcess> process;
  private volatile boolean closing;

  private DatabaseUnderTest(
      String url, String user, String password, CpuMeter cpu, Optional<ChildProcess> process) {
    this.url = url;
    this.user = user;
    this.password = password;
    this.cpu = cpu;
    this.process = process;
  }

  /** One that exists; nothing of it is started, stopped or measured from outside. */
  static DatabaseUnderTest existing(String url, String user, String password) {
    return new DatabaseUnderTest(url, user, password, CpuMeter.elsewhere(), Optional.empty());
  }

  /** Starts the embedded one, under a password that nobody else knows. */
  static DatabaseUnderTest embedded(List<String> command, Path log, StopSignal stop) {
    String password = freshPassword();
    ChildProcess child =
        ChildProcess.start(new Launch("database", command, Map.of(PASSWORD, password), log));
    try {
      JsonNode ready = child.await("ready", START, stop);
      DatabaseUnderTest database = of(ready, password, child);
      database.raiseWhenLost(child, stop);
      return database;
    } catch (RuntimeException e) {
      child.close();
      throw e;
    }
  }

  private static DatabaseUnderTest of(JsonNode ready, String password, ChildProcess child) {
    return new DatabaseUnderTest(
        ready.path("url").asText(),
        ready.path("user").asText(),
        password,
        CpuMeter.of(ready.path("pid").asLong()),
        Optional.of(child));
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

  private static String freshPassword() {
    byte[] bytes = new byte[24];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** Its JDBC URL, free of credentials. */
  String url() {
    return url;
  }

  String user() {
    return user;
  }

  String password() {
    return password;
  }

  /** What the processes that connect to it need in their environment. */
  Map<String, String> environment() {
    return Map.of(PASSWORD, password);
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
