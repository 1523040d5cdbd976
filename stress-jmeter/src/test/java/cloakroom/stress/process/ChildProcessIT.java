package cloakroom.stress.process;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

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

class ChildProcessIT {
  private static final Duration SOON = Duration.ofSeconds(20);

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
      assertThat(child.endsWithin(SOON)).isTrue();
    }
  }

  private ChildProcess start(String role) {
    return start(Fork.of(Puppet.class, role), Map.of());
  }

  private ChildProcess start(List<String> command, Map<String, String> environment) {
    child = ChildProcess.start(new Launch("puppet", command, environment, log), events::add);
    return child;
  }

  @Test
  void event_arrivesWithItsData() {
    JsonNode ready = start("obedient").await("ready", SOON, stop);

    assertThat(ready.path("port").asInt()).isEqualTo(4711);
  }

  @Test
  void events_reachTheListenerInOrder() {
    start("obedient").stop(SOON);

    assertThat(events)
        .extracting(e -> e.path("event").asText())
        .containsExactly("ready", "tick", "tick", "stopped");
  }

  @Test
  void linesThatAreNoEvents_goToTheLog() throws Exception {
    start("obedient").stop(SOON);

    assertThat(Files.readString(log)).isEqualToIgnoringNewLines("a line that is no event");
  }

  @Test
  void firstOfAName_isKept() {
    start("obedient").stop(SOON);

    assertThat(child.first("tick").join().path("n").asInt()).isEqualTo(1);
  }

  @Test
  void sentLine_isHeard() {
    start("obedient").await("ready", SOON, stop);
    child.send("stop");

    assertThat(child.await("heard", SOON, stop).path("event").asText()).isEqualTo("heard");
  }

  @Test
  void endOfInput_endsItByItself() {
    start("obedient").await("ready", SOON, stop);

    assertThat(child.stop(SOON)).isZero();
    assertThat(child.first("stopped")).isCompleted();
  }

  @Test
  void crashBeforeReady_passesItsLastWords() {
    assertThatThrownBy(() -> start("crash").await("ready", SOON, stop))
        .isInstanceOf(StressFailure.class)
        .hasMessage("port 8080 is in use");
    assertThat(child.gone().join()).isEqualTo(2);
  }

  @Test
  void endWithoutWords_isToldByItsExitCode() {
    child = start("environment");

    assertThatThrownBy(() -> child.await("ready", SOON, stop))
        .hasMessage("the puppet ended with exit code 0");
  }

  @Test
  void refusedJavaOption_isNamed() {
    List<String> command = new ArrayList<>(Fork.of(Puppet.class, "obedient"));
    command.add(1, "-XX:+NoSuchOption");

    assertThatThrownBy(() -> start(command, Map.of()).await("ready", SOON, stop))
        .hasMessageContaining("NoSuchOption");
  }

  /** Such a JVM says why on its output, and on its error stream only what it picked up. */
  @Test
  void jvmThatCannotStart_isToldByItsReason() {
    List<String> command = new ArrayList<>(Fork.of(Puppet.class, "obedient"));
    command.addAll(1, List.of("-XX:MaxRAM=1g", "-Xmx1m"));
    Map<String, String> options = Map.of("JAVA_TOOL_OPTIONS", "-Dpicked.up=any");
    command.remove("-Xmx64m");

    assertThatThrownBy(() -> start(command, options).await("ready", SOON, stop))
        .hasMessage("Too small maximum heap");
  }

  @Test
  void optionsThatTheJvmPickedUp_areNoWords() {
    child = start(Fork.of(Puppet.class, "environment"), Map.of("JAVA_TOOL_OPTIONS", "-Dany=any"));

    assertThatThrownBy(() -> child.await("ready", SOON, stop))
        .hasMessage("the puppet ended with exit code 0");
  }

  @Test
  void longStackTrace_isToldByItsCause() {
    assertThatThrownBy(() -> start("unknown role").await("ready", SOON, stop))
        .hasMessageContaining("IllegalArgumentException: unknown role");
    assertThatThrownBy(() -> start("deep").await("ready", SOON, stop))
        .hasMessageContaining("IllegalStateException: too deep");
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

    assertThatThrownBy(() -> child.await("ready", SOON, stop))
        .isInstanceOf(StressFailure.class)
        .hasMessage("interrupted");
  }

  @Test
  void childThatDoesNotListen_isEndedBySignal() {
    start("deaf");

    assertThat(child.stop(Duration.ofMillis(10))).isNotZero();
    assertThat(child.running()).isFalse();
  }

  @Test
  void environment_reachesTheChildAndNoMessage() {
    start(Fork.of(Puppet.class, "environment"), Map.of("PUPPET", "from-environment"));

    assertThat(child.await("from-environment", SOON, stop)).isNotNull();
    assertThat(new Launch("p", List.of("java"), Map.of("PASSWORD", "geheim"), log).toString())
        .doesNotContain("geheim");
  }

  @Test
  void interruptOfTheTerminal_isIgnored() throws Exception {
    assumeThat(Path.of("/bin/sh")).exists();
    start("obedient").await("ready", SOON, stop);

    new ProcessBuilder("kill", "-INT", Long.toString(child.pid())).start().waitFor(5, SECONDS);
    child.send("still there?");

    assertThat(child.await("heard", SOON, stop)).isNotNull();
  }

  @Test
  void commandThatDoesNotExist_isRefusedInOneLine() {
    List<String> command = List.of(folder.resolve("no-such-java").toString());

    assertThatThrownBy(() -> start(command, Map.of()).await("ready", SOON, stop))
        .isInstanceOf(StressFailure.class)
        .hasMessageContaining("no-such-java");
  }

  @Test
  void waitForAnEnd_hearsIt() throws Exception {
    CompletableFuture<Integer> gone = start("crash").gone();

    assertThat(gone.get(20, SECONDS)).isEqualTo(2);
    assertThat(child.lastWords()).isEqualTo("port 8080 is in use");
  }
}
