package cloakroom.platform;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Converter of Java constant names to the names that files and tables use, and finder of the name
 * that a user mistyped.
 */
public final class Names {
  private static final Pattern NEXT_WORD = Pattern.compile("_(\\w)");

  private Names() {}

  /** Returns {@code logBytes} for {@code LOG_BYTES} and {@code log_bytes}. */
  public static String camelCase(String name) {
    return NEXT_WORD
        .matcher(name.toLowerCase(Locale.ROOT))
        .replaceAll(next -> next.group(1).toUpperCase(Locale.ROOT));
  }

  /** Returns a constant's name in lower case with blanks, such as "log bytes" for LOG_BYTES. */
  public static String words(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Returns the known name most similar to a mistyped one; empty if none is similar. */
  public static Optional<String> nearest(String mistyped, Collection<String> known) {
    return known.stream()
        .filter(name -> distance(mistyped, name) <= Math.max(2, mistyped.length() / 3))
        .min(Comparator.comparingInt(name -> distance(mistyped, name)));
  }

  private static int distance(String one, String other) {
    String a = one.toLowerCase(Locale.ROOT);
    String b = other.toLowerCase(Locale.ROOT);
    int[] row = new int[b.length() + 1];
    Arrays.setAll(row, i -> i);
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
