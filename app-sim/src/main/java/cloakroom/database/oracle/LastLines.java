package cloakroom.database.oracle;

import cloakroom.database.Password;
import java.util.List;

/** The end of a log in one line, fit to be shown: short, and without the passwords that we know. */
final class LastLines {
  private static final int LINES = 3;
  private static final int CHARACTERS = 160;

  private LastLines() {}

  static String of(String log, Password... secrets) {
    String shown = log;
    for (Password secret : secrets) {
      shown = secret.hiddenIn(shown);
    }
    List<String> lines =
        shown
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .map(LastLines::cut)
            .toList();
    return lines.isEmpty()
        ? "it wrote nothing"
        : "its last lines: "
            + String.join(" | ", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
  }

  private static String cut(String line) {
    return line.length() <= CHARACTERS ? line : line.substring(0, CHARACTERS) + "…";
  }
}
