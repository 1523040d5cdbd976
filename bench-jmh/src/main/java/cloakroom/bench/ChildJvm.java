package cloakroom.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A JVM with this program's class path that does the work, and hears of it when this process is
 * asked to end.
 */
final class ChildJvm {
  /** What it needs at most to stop its forks and write what it has. */
  private static final int PATIENCE_SECONDS = 40;

  /**
   * What the child is told, and JMH tells its forks: native code and Unsafe are used without
   * warnings of later JDKs, and numbers are written in one way whatever the machine's locale is.
   */
  private static final List<String> JVM_OPTIONS =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "-Dsun.misc.unsafe.memory.access=allow",
          "-Duser.language=en",
          "-Duser.country=US");

  private ChildJvm() {}

  /**
   * Runs a class to its end.
   *
   * @param main the class
   * @param arguments its arguments
   * @param environment of the database that it works on; it hears of no other
   * @return its exit code
   */
  static int run(String main, List<String> arguments, Map<String, String> environment)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(java()));
    command.addAll(JVM_OPTIONS);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
    command.addAll(arguments);
    ProcessBuilder builder = BenchDatabase.child(command).inheritIO();
    builder.environment().putAll(environment);
    Process child = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(child), "child-stop"));
    return child.waitFor();
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static void stop(Process child) {
    child.destroy();
    try {
      if (!child.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        child.descendants().forEach(ProcessHandle::destroyForcibly);
        child.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
