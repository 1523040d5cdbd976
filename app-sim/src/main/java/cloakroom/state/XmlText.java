package cloakroom.state;

/**
 * Java strings in XML attributes. Text is written as it is where XML can carry it; characters that
 * XML 1.0 has no way to hold are written as {@code \\uXXXX} with the backslash itself doubled, so
 * any Java string survives.
 */
final class XmlText {
  private static final int ESCAPED = 6;

  private XmlText() {}

  static String escape(String text) {
    int i = 0;
    while (i < text.length() && isPlain(text, i)) {
      i++;
    }
    if (i == text.length()) {
      return text;
    }
    StringBuilder escaped = new StringBuilder(text.length() + 16).append(text, 0, i);
    for (; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isPlain(text, i)) {
        escaped.append(c);
      } else {
        escaped.append(c == '\\' ? "\\\\" : String.format("\\u%04x", (int) c));
      }
    }
    return escaped.toString();
  }

  private static boolean isPlain(String text, int i) {
    char c = text.charAt(i);
    if (Character.isHighSurrogate(c)) {
      return i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1));
    }
    if (Character.isLowSurrogate(c)) {
      return i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
    }
    return c >= ' ' && c != '\\' && c < 0xFFFE && (c < 0x7F || c > 0x9F);
  }

  /** What {@link #escape} was given; anything else is an IllegalArgumentException. */
  static String unescape(String text) {
    if (text.indexOf('\\') < 0) {
      return text;
    }
    StringBuilder plain = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c != '\\') {
        plain.append(c);
      } else if (i + 1 < text.length() && text.charAt(i + 1) == '\\') {
        plain.append('\\');
        i++;
      } else {
        plain.append(escaped(text, i));
        i += ESCAPED - 1;
      }
    }
    return plain.toString();
  }

  private static char escaped(String text, int at) {
    if (at + ESCAPED > text.length() || text.charAt(at + 1) != 'u') {
      throw new IllegalArgumentException("escape at " + at);
    }
    return (char) Integer.parseInt(text, at + 2, at + ESCAPED, 16);
  }
}
