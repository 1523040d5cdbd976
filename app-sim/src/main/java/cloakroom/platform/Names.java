package cloakroom.platform;

import java.util.Locale;
import java.util.regex.Pattern;

/** What constants are called in files, answers and tables, as read from their names. */
public final class Names {
  private static final Pattern NEXT_WORD = Pattern.compile("_(\\w)");

  private Names() {}

  /** {@code LOG_BYTES}, and a database's {@code log_bytes}, is {@code logBytes}. */
  public static String camelCase(String name) {
    return NEXT_WORD
        .matcher(name.toLowerCase(Locale.ROOT))
        .replaceAll(next -> next.group(1).toUpperCase(Locale.ROOT));
  }

  /** {@code LOG_BYTES} is "log bytes". */
  public static String words(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
