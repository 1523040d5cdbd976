package cloakroom.platform;

import java.util.Locale;
import java.util.regex.Pattern;

/** Converter of Java constant names to the names that files and tables use. */
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
}
