package cloakroom.stress.run;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;

/** Whether a person is watching. */
final class Terminal {
  private Terminal() {}

  /** The way to show progress here. */
  static Progress progress(boolean quiet) {
    if (quiet) {
      return Progress.NONE;
    }
    return interactive() ? new BarProgress(System.err) : new PlainProgress(System.err);
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
}
