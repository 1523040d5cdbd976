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
    // JMeter's result reader uses Log4j, which would otherwise log to the console.
    System.setProperty("log4j2.level", "OFF");
    System.setProperty("log4j.shutdownHookEnabled", "false");
    // Otherwise picocli would load Groovy, which is part of JMeter, to detect closures.
    System.setProperty("picocli.disable.closures", "true");
    Installation.exitWith(() -> StressCommandLine.program().execute(args));
  }
}
