package cloakroom.stress.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Console;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;

/** Whether a person is watching. */
final class Terminal {
  private static final int NARROW = 60;
  private static final int USUAL = 80;

  private Terminal() {}

  /** The way to show progress here. */
  static RunProgress progress(boolean quiet) {
    if (quiet) {
      return RunProgress.NONE;
    }
    return interactive() ? new BarProgress(System.err, columns()) : new PlainProgress(System.err);
  }

  @SuppressWarnings("SystemConsoleNull") // isTerminal answers for the JDKs that never return null
  private static boolean interactive() {
    Console console = System.console();
    return console != null && !"dumb".equals(System.getenv("TERM")) && isTerminal(console);
  }

  /** From JDK 22 on there may be a console without a terminal, and a method that tells. */
  private static boolean isTerminal(Console console) {
    try {
      return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (IllegalAccessException | InvocationTargetException e) {
      return false;
    }
  }

  /** The terminal's width at the start; 80 where nobody knows. */
  private static int columns() {
    try {
      Process stty = new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty")).start();
      String answer = new String(stty.getInputStream().readAllBytes(), UTF_8).strip();
      int columns = Integer.parseInt(answer.substring(answer.indexOf(' ') + 1));
      return columns == 0 ? USUAL : Math.max(NARROW, columns);
    } catch (IOException | NumberFormatException e) {
      return USUAL;
    }
  }
}
