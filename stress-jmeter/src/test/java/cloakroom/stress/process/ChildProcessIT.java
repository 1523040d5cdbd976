package cloakroom.stress.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import cloakroom.contract.FaultCommand;
import cloakroom.contract.FaultKind;
import cloakroom.platform.Daemons;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChildProcessIT {
  private static final Duration LIMIT = Duration.ofMinutes(10);

  @TempDir private Path folder;
  private Path log;
  private final StopSignal stop = new StopSignal();
  private final Queue<JsonNode> events = new ConcurrentLinkedQueue<>();
  private ChildProcess child;

  @BeforeEach
  void chooseLog() {
    log = folder.resolve("logs").resolve("puppet.log");
  }

  @AfterEach
  void endChild() {
    if (child != null) {
      child.kill();
      assertThat(child.endsWithin(LIMIT)).isTrue();
    }
  }

  private ChildProcess start(String role) {
    return start(Fork.of(Puppet.class, role), Map.of());
  }

  private ChildProcess start(List<String> command, Map<String, String> environment) {
    child =
        ChildProcess.start(
            new ChildProcess.Launch("puppet", command, environment, log, null), events::add);
    return child;
  }

  @Test
  void events_arriveInOrderWithTheirDataAndOtherLinesGoToTheLog() throws Exception {
    assertThat(start("obedient").await("ready", LIMIT, stop).path("port").asInt()).isEqualTo(4711);
    child.send("stop");
    child.await("heard", LIMIT, stop);

    assertThat(child.stop(LIMIT)).isZero();
    assertThat(events.stream().map(e -> e.path("event").asText()).distinct())
        .containsExactly("ready", "tick", "heard", "stopped");
    assertThat(child.first("tick").join().path("n").asInt()).isEqualTo(1);
    assertThat(child.received("stopped")).isPresent();
    assertThat(Files.readString(log)).isEqualToIgnoringNewLines("a line that is no event");
  }

  @Test
  void listenerThatFails_missesNoLaterEvent_andIsReported() throws Exception {
    child =
        ChildProcess.start(
            new ChildProcess.Launch(
                "puppet", Fork.of(Puppet.class, "obedient"), Map.of(), log, null),
            event -> {
              events.add(event);
              if (event.has("n")) {
                throw new AssertionError("told to fail");
              }
            });
    child.await("tick", LIMIT, stop);
    child.send("stop");
    child.await("heard", LIMIT, stop);

    assertThat(child.stop(LIMIT)).isZero();
    assertThat(events.stream().map(e -> e.path("event").asText()))
        .startsWith("ready", "tick", "tick", "heard")
        .endsWith("stopped");
    assertThat(Files.readString(log)).contains("\"n\":1", "told to fail", "\tat cloakroom.stress");
    assertThatThrownBy(child::requireSuccess)
        .isInstanceOf(StressFailure.class)
        .hasMessage(
            "puppet: cannot handle its output: AssertionError: told to fail (its log: %s)", log);
  }

  /** The failure has the last message of the child, or its exit code without one. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          crash        | 2 | port 8080 is in use
          environment  | 0 | the puppet ended with exit code 0
          unknown role | 1 | IllegalArgumentException: unknown role
          deep         | 1 | IllegalStateException: too deep
          """)
  void await_childEndsBefore_failsWithItsLastMessage(String role, int exitCode, String words) {
    Map<String, String> pickedUp = Map.of("JAVA_TOOL_OPTIONS", "-Dpicked.up=any");

    assertThatThrownBy(
            () -> start(Fork.of(Puppet.class, role), pickedUp).await("ready", LIMIT, stop))
        .isInstanceOf(StressFailure.class)
        .hasMessageEndingWith(words);
    assertThat(child.exited().join()).isEqualTo(exitCode);
  }

  /** Such a JVM writes the reason to its output, and only picked-up options to its error stream. */
  @ParameterizedTest
  @CsvSource({"-XX:+NoSuchOption, NoSuchOption", "-XX:MaxRAM=1g -Xmx1m, Too small maximum heap"})
  void await_jvmCannotStart_failsWithItsReason(String options, String reason) {
    List<String> command = new ArrayList<>(Fork.of(Puppet.class, "obedient"));
    command.remove("-Xmx64m");
    command.addAll(1, List.of(options.split(" ", -1)));
    Map<String, String> pickedUp = Map.of("JAVA_TOOL_OPTIONS", "-Dpicked.up=any");

    assertThatThrownBy(() -> start(command, pickedUp).await("ready", LIMIT, stop))
        .hasMessageContaining(reason)
        .hasMessageNotContaining("picked");
  }

  @Test
  void silence_isNamedWithItsLimitAndLog() {
    assertThatThrownBy(() -> start("deaf").await("ready", Duration.ofMillis(10), stop))
        .isInstanceOf(StressFailure.class)
        .hasMessage("the puppet did not report \"ready\" within 0 s (its log: " + log + ")");
  }

  @Test
  void stopSignal_endsAWait() {
    start("deaf");
    stop.raise("interrupted");

    assertThatThrownBy(() -> child.await("ready", LIMIT, stop))
        .isInstanceOf(StressFailure.class)
        .hasMessage("interrupted");
  }

  @Test
  void childThatDoesNotListen_isEndedBySignal() {
    start("deaf");

    assertThat(child.stop(Duration.ofMillis(10))).isNotZero();
    assertThat(child.endsWithin(LIMIT)).isTrue();
  }

  @Test
  void sendFault_childKilledBefore_reportsNoFailure() {
    start("obedient");
    FaultCommand order = new FaultCommand(FaultKind.STORE_FULL, false, 0);
    CompletableFuture<String> obeyed =
        CompletableFuture.supplyAsync(() -> child.sendFault(order), Daemons.each("order"));
    child.await("heard", LIMIT, stop);

    child.kill();

    assertThat(obeyed).succeedsWithin(LIMIT).isEqualTo("");
  }

  @Test
  void environment_reachesTheChildAndNoMessage() {
    start(Fork.of(Puppet.class, "environment"), Map.of("PUPPET", "from-environment"));

    assertThat(child.await("from-environment", LIMIT, stop)).isNotNull();
    assertThat(
            new ChildProcess.Launch("p", List.of("java"), Map.of("PASSWORD", "geheim"), log, null)
                .toString())
        .doesNotContain("geheim");
  }

  @Test
  void interruptOfTheTerminal_isIgnored() throws Exception {
    assumeThat(Path.of("/bin/sh")).exists();
    start("obedient").await("ready", LIMIT, stop);

    new ProcessBuilder("kill", "-INT", Long.toString(child.pid())).start().waitFor();
    child.send("still there?");

    assertThat(child.await("heard", LIMIT, stop)).isNotNull();
  }

  @Test
  void start_missingCommand_fails() {
    List<String> command = List.of(folder.resolve("no-such-java").toString());

    assertThatThrownBy(() -> start(command, Map.of()).await("ready", LIMIT, stop))
        .isInstanceOf(StressFailure.class)
        .hasMessageContaining("no-such-java");
  }
}
