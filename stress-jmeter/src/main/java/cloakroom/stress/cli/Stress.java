package cloakroom.stress.cli;

import cloakroom.platform.Installation;
import java.util.Locale;

/**
 * Main class of {@code stress.jar}.
 *
 * <p>Exit codes: 0 done, 1 failures or a failure condition met, 2 wrong use or environment, 3
 * result invalid. An error is one line on the error stream.
 */
public final class Stress {
  private Stress() {}

  /** Runs a command and ends the JVM with its exit code; numbers have the format of Locale.US. */
  public static void main(String[] args) {
    Locale.setDefault(Locale.US);
    // JMeter's result reader would log to the console, and on an interrupt during shutdown
    System.setProperty("log4j2.level", "OFF");
    System.setProperty("log4j.shutdownHookEnabled", "false");
    // otherwise picocli would start JMeter's Groovy for its closures
    System.setProperty("picocli.disable.closures", "true");
    Installation.exitWith(() -> StressCommandLine.program().execute(args));
  }
}
