package cloakroom.bench.harness;

import cloakroom.database.Polling;
import cloakroom.platform.Daemons;
import cloakroom.platform.Installation;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Child JVM of {@code benchmarks.jar} that runs the benchmarks. The child and its JMH forks end
 * when the parent process ends.
 */
public final class ChildJvm {
  private static final Duration MAX_STOP_TIME = Duration.ofSeconds(40);
  private static final String MARK = "cloakroom.benchmarks.child"; // JMH passes it to its forks

  private ChildJvm() {}

  public static boolean isThis() {
    return Boolean.getBoolean(MARK);
  }

  /**
   * Runs a class in a child JVM and waits for its end.
   *
   * @param environment database variables of the child, which inherits no other database variable
   * @return exit code of the child
   */
  public static int run(Class<?> main, List<String> arguments, Map<String, String> environment)
      throws IOException, InterruptedException {
    String classPath = System.getProperty("java.class.path");
    List<String> command = Installation.java(List.of("-D" + MARK + "=true"), classPath);
    command.add(main.getName());
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().keySet().removeAll(BenchDatabase.VARIABLES);
    builder.environment().putAll(environment);
    Process child = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(child), "child-stop"));
    return child.waitFor();
  }

  private static void stop(Process child) {
    child.destroy();
    if (!Polling.until(() -> !child.isAlive(), MAX_STOP_TIME)) {
      child.descendants().forEach(ProcessHandle::destroyForcibly);
      child.destroyForcibly();
    }
  }

  public static void endWithParent() {
    var unused =
        ProcessHandle.current()
            .parent()
            .map(ProcessHandle::onExit)
            .map(end -> end.thenRunAsync(() -> System.exit(1), Daemons.each("parent-gone")));
  }

  /** Kills all descendants of this process, which are JMH's forks. They have no data to save. */
  public static void destroyForks() {
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
  }
}
