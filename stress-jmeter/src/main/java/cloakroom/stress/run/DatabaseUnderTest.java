package cloakroom.stress.run;

import cloakroom.contract.CommitDelay;
import cloakroom.contract.FaultOrder;
import cloakroom.contract.ProgressLine;
import cloakroom.contract.Ready;
import cloakroom.contract.Variables;
import cloakroom.stress.process.ChildProcess;
import cloakroom.stress.process.Launch;
import cloakroom.stress.process.Records;
import cloakroom.stress.process.StopSignal;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.run.RunSettings.Secret;
import cloakroom.stress.watch.CpuMeter;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The database of a run: one that this run starts and stops, or one that is there already. */
final class DatabaseUnderTest implements AutoCloseable {
  /** The first start unpacks the server and makes a cluster. */
  private static final Duration EMBEDDED_START = Duration.ofMinutes(3);

  /** Its image may have to be fetched first; the command itself ends what takes too long. */
  private static final Duration CONTAINER_START = Duration.ofHours(2);

  private static final Duration OBEY = Duration.ofSeconds(30);
  private static final Duration OFTEN = Duration.ofSeconds(1);
  private static final Duration STOP = Duration.ofSeconds(15);

  private final String url;
  private final String user;
  private final Secret password;
  private final CpuMeter cpu;
  private final Optional<ChildProcess> process;

  /** What the process tells of the delay of commits, in microseconds. */
  private final BlockingQueue<Long> delays;

  private final FaultAnswers answers;
  private volatile boolean closing;

  /** One that exists; nothing of it is started, stopped or measured from outside. */
  DatabaseUnderTest(RunSettings.Database database) {
    url = database.url();
    user = database.user();
    password = database.password();
    cpu = CpuMeter.elsewhere();
    process = Optional.empty();
    delays = new LinkedBlockingQueue<>();
    answers = new FaultAnswers();
  }

  private DatabaseUnderTest(
      JsonNode ready,
      Secret password,
      ChildProcess process,
      BlockingQueue<Long> delays,
      FaultAnswers answers) {
    this.delays = delays;
    this.answers = answers;
    this.url = ready.path("url").asText();
    this.user = ready.path("user").asText();
    this.password = password;
    // a server in a container is no process of this machine, as far as we can see
    this.cpu = ready.has("pid") ? CpuMeter.of(ready.path("pid").asLong()) : CpuMeter.elsewhere();
    this.process = Optional.of(process);
  }

  /** Starts the embedded one, or Oracle in a container; tells {@code progress} what takes long. */
  static DatabaseUnderTest start(
      RunSettings.Database wanted,
      List<String> command,
      Path log,
      StopSignal stop,
      Consumer<String> progress) {
    BlockingQueue<Long> delays = new LinkedBlockingQueue<>();
    FaultAnswers answers = new FaultAnswers();
    ChildProcess child =
        ChildProcess.start(
            new Launch("database", command, environment(wanted.password()), log),
            event -> {
              switch (event.path("event").asText()) {
                case ProgressLine.EVENT ->
                    progress.accept(Records.of(event, ProgressLine.class).text());
                case CommitDelay.EVENT -> delays.add(Records.of(event, CommitDelay.class).micros());
                default -> answers.hear(event);
              }
            });
    try {
      Duration limit = wanted.isOracleInContainer() ? CONTAINER_START : EMBEDDED_START;
      DatabaseUnderTest database =
          new DatabaseUnderTest(
              child.await(Ready.EVENT, limit, stop), wanted.password(), child, delays, answers);
      var unused = child.gone().thenAccept(code -> database.gone(code, stop));
      return database;
    } catch (RuntimeException e) {
      child.close();
      throw e;
    }
  }

  private void gone(int code, StopSignal stop) {
    if (!closing) {
      stop.raise("the database ended in mid-run (exit code " + code + ")");
    }
  }

  /** Makes each commit wait so long, on one that this run started; returns when it does. */
  void delayCommits(Duration delay, StopSignal stop) {
    CommitDelay wanted = new CommitDelay(delay.toNanos() / 1_000);
    process.orElseThrow().send(wanted.line());
    long end = System.nanoTime() + OBEY.toNanos();
    for (long left = OBEY.toNanos(); left > 0; left = end - System.nanoTime()) {
      stop.check();
      if (Objects.equals(told(Math.min(left, OFTEN.toNanos())), wanted.micros())) {
        return;
      }
    }
    throw StressFailure.wrongUse("the database did not take " + wanted.line());
  }

  /** Has a fault of the server begin or end; returns why it does not, or nothing. */
  String order(FaultOrder order) {
    return process.map(child -> answers.order(child, order)).orElse("it is not ours");
  }

  private Long told(long nanos) {
    try {
      return delays.poll(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw StressFailure.invalid("interrupted");
    }
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
    return environment(password);
  }

  private static Map<String, String> environment(Secret password) {
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
