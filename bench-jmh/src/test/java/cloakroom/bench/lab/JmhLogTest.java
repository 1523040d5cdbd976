package cloakroom.bench.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;

/** What a fork that ended too soon has said, as JMH prints it. */
final class JmhLogTest {
  private final RunnerException failed =
      new RunnerException(new IllegalStateException("Forked VM failed with exit code 1"));

  @TempDir private Path folder;

  private String reason(Throwable thrown, List<String> stdout, List<String> stderr) {
    JmhLog log = new JmhLog(folder.resolve("jmh.log"));
    OutputFormat output = log.format();
    Stream.of(
            List.of("<forked VM failed with exit code 1>", "<stdout last='20 lines'>"),
            stdout,
            List.of("</stdout>", "<stderr last='20 lines'>"),
            stderr,
            List.of("</stderr>", "", "what JMH says afterwards"))
        .flatMap(List::stream)
        .forEach(output::println);
    output.close();
    return log.reason(thrown);
  }

  @Test
  void forkThatCannotStart_isExplainedByItsLastLines() {
    assertThat(
            reason(
                failed,
                List.of(
                    "Error occurred during initialization of VM",
                    "Could not reserve enough space for object heap"),
                List.of("Picked up JAVA_TOOL_OPTIONS: -Xmx64m")))
        .isEqualTo(
            "IllegalStateException: Forked VM failed with exit code 1: Error occurred during"
                + " initialization of VM | Could not reserve enough space for object heap");
  }

  @Test
  void silentFork_isExplainedByItsExitCode() {
    assertThat(reason(failed, List.of(), List.of("Picked up JDK_JAVA_OPTIONS: -Xmx64m")))
        .isEqualTo("IllegalStateException: Forked VM failed with exit code 1");
  }

  @Test
  void forkThatSaidWhatWasThrown_needsNoLastLines() {
    assertThat(
            reason(
                new RunnerException(new IllegalArgumentException("no such pool")),
                List.of("# Warmup Iteration 1"),
                List.of()))
        .isEqualTo("IllegalArgumentException: no such pool");
  }
}
