package cloakroom.bench.harness;

import cloakroom.database.Polling;
import cloakroom.platform.Daemons;
import cloakroom.platform.Installation;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Child JVM of the command, which does the work. It ends with the command, and JMH's forks below it
 * end with it.
 */
public final class ChildJvm {
  /** Maximum time to stop its forks and to write its results. */
  private static final Duration MAX_STOP_TIME = Duration.ofSeconds(40);

  /** System property of a child; JMH passes it to its forks. */
  private static final String MARK = "cloakroom.benchmarks.child";

  private ChildJvm() {}

  public static boolean isThis() {
    return Boolean.getBoolean(MARK);
  }

  /**
   * Runs a class with this program's class path to its end. Of the variables of a database the
   * child gets those of {@code environment} only.
   *
   * @return its exit code
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

  /** Ends this process, the child, as soon as the process that started it has ended. */
  public static void endWithParent() {
    ProcessHandle.current()
        .parent()
        .ifPresent(
            parent -> {
              var unused =
                  parent.onExit().thenRunAsync(() -> System.exit(1), Daemons.each("parent-gone"));
            });
  }

  /** Kills every process below this one; a fork has nothing to save. */
  public static void destroyForks() {
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
  }
}
