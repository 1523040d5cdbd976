package cloakroom.bench.harness;

import cloakroom.database.Polling;
import cloakroom.platform.Daemons;
import cloakroom.platform.Installation;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;

/**
 * The processes of a run and how they end: a JVM below the command does the work and hears of it
 * when the command is asked to end, JMH's forks below that one end with it.
 */
public final class ChildJvm {
  /** What it needs at most to stop its forks and write what it has. */
  private static final Duration PATIENCE = Duration.ofSeconds(40);

  private static final int PARENT_GONE = 1;

  /** The property by which a child knows itself for one; JMH tells it to its forks. */
  private static final String MARK = "cloakroom.benchmarks.child";

  private ChildJvm() {}

  /** Whether this process is such a child. */
  public static boolean isThis() {
    return Boolean.getBoolean(MARK);
  }

  /**
   * Runs a class with this program's class path to its end; it hears of no database but that of
   * this environment. Answers its exit code.
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
    if (!Polling.until(() -> !child.isAlive(), PATIENCE)) {
      child.descendants().forEach(ProcessHandle::destroyForcibly);
      child.destroyForcibly();
    }
  }

  /** Called in the child: from now on it ends when the process that started it does. */
  public static void endWithParent() {
    ProcessHandle.current()
        .parent()
        .map(ProcessHandle::onExit)
        .ifPresent(
            gone -> {
              Executor own = Daemons.each("parent-gone");
              var unused = gone.thenRunAsync(() -> System.exit(PARENT_GONE), own);
            });
  }

  /** Ends every process below this one at once; a fork has nothing to save. */
  public static void destroyForks() {
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
  }
}
