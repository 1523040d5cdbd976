package cloakroom.stress.cli;

import cloakroom.platform.Installation;
import java.util.Locale;

/**
 * Main class of {@code stress.jar}.
 *
 * <p>Exit codes: 0 done, 1 done with failures or a limit crossed, 2 wrong use or environment, 3
 * result invalid. An error is one line on the error stream.
 */
public final class Stress {
  private Stress() {}

  /**
   * Runs a command, with numbers written in one way whatever the machine's locale is, and ends the
   * JVM with its exit code.
   */
  public static void main(String[] args) {
    Locale.setDefault(Locale.US);
    // JMeter's reader logs, among what is shown; interrupted, it begins when the JVM ends already
    System.setProperty("log4j2.level", "OFF");
    System.setProperty("log4j.shutdownHookEnabled", "false");
    // else picocli starts the Groovy that comes with JMeter, to know its closures
    System.setProperty("picocli.disable.closures", "true");
    Installation.exitWith(() -> StressCommandLine.program().execute(args));
  }
}
