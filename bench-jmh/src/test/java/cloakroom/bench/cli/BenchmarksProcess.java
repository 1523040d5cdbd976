package cloakroom.bench.cli;

import cloakroom.bench.harness.BenchDatabase;
import cloakroom.testing.JarProcess;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Process of {@code java -jar benchmarks.jar} in a locale with other digits. */
final class BenchmarksProcess extends JarProcess {
  private static final String JAR = "target/benchmarks.jar";
  private static final long MINUTES = 5;

  private BenchmarksProcess(Process process) {
    super(process, MINUTES);
  }

  static BenchmarksProcess start(Map<String, String> environment, String... arguments)
      throws IOException {
    return start(environment, command(JAR, arguments));
  }

  static BenchmarksProcess startAtTerminal(String... arguments) throws IOException {
    return start(Map.of(), atTerminal(command(JAR, arguments)));
  }

  private static BenchmarksProcess start(Map<String, String> environment, List<String> command)
      throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder
        .environment()
        .keySet()
        .removeAll(List.of(BenchDatabase.URL, BenchDatabase.USER, BenchDatabase.PASSWORD));
    // the times of JMH's forks are not checked
    builder.environment().put(JVM_OPTIONS, SHORT_LIVED);
    builder.environment().putAll(environment);
    return new BenchmarksProcess(builder.start());
  }

  void terminate() {
    process.toHandle().destroy(); // Process.destroy would close the streams
  }
}
