package cloakroom.stress.cli;

import cloakroom.platform.Installation;
import java.util.Locale;

/**
 * Main class of {@code stress.jar}. An error is one line on the error stream. Exit codes: 0
 * success, 1 failures or a failure condition met, 2 wrong use or environment, 3 result invalid.
 */
public final class Stress {
  private Stress() {}

  public static void main(String[] args) {
    Locale.setDefault(Locale.US);
    // JMeter's result reader would otherwise log to the console, even during shutdown
    System.setProperty("log4j2.level", "OFF");
    System.setProperty("log4j.shutdownHookEnabled", "false");
    // by default picocli starts JMeter's Groovy to detect closures
    System.setProperty("picocli.disable.closures", "true");
    Installation.exitWith(() -> StressCommandLine.program().execute(args));
  }
}
