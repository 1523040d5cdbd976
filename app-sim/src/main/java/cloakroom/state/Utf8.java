package cloakroom.state;

import java.nio.charset.StandardCharsets;

/**
 * UTF-8 that can hold every Java string: a surrogate without its partner is written in three bytes
 * like any other character of its plane, where the JDK's own encoder would write a question mark.
 * Each string has one form and only that form is read.
 */
final class Utf8 {
  private static final int TWO_BYTES_FROM = 0x80;
  private static final int THREE_BYTES_FROM = 0x800;
  private static final int FOUR_BYTES_FROM = 0x10000;

  private Utf8() {}

  /** Bytes that the text needs. */
  static long length(String text) {
    int chars = text.length();
    long length = chars;
    for (int i = 0; i < chars; i++) {
      char c = text.charAt(i);
      if (c >= TWO_BYTES_FROM) {
        length += c < THREE_BYTES_FROM ? 1 : 2;
        if (startsPair(text, i)) {
          i++;
        }
      }
    }
    return length;
  }

  private static boolean startsPair(String text, int i) {
    return Character.isHighSurrogate(text.charAt(i))
        && i + 1 < text.length()
        && Character.isLowSurrogate(text.charAt(i + 1));
  }

  /** Writes a text of that {@link #length} into the array, which has room for it. */
  @SuppressWarnings("deprecation") // takes the low byte of each char: right and fastest for ASCII
  static void write(String text, int length, byte[] into, int at) {
    if (length == text.length()) {
      text.getBytes(0, length, into, at);
    } else {
      writeAny(text, into, at);
    }
  }

  private static void writeAny(String text, byte[] into, int at) {
    int to = at;
    for (int i = 0; i < text.length(); i++) {
      int c = text.charAt(i);
      if (c < TWO_BYTES_FROM) {
        into[to++] = (byte) c;
      } else if (c < THREE_BYTES_FROM) {
        into[to++] = (byte) (0xC0 | c >> 6);
        into[to++] = following(c);
      } else if (startsPair(text, i)) {
        int point = text.codePointAt(i++);
        into[to++] = (byte) (0xF0 | point >> 18);
        into[to++] = following(point >> 12);
        into[to++] = following(point >> 6);
        into[to++] = following(point);
      } else {
        into[to++] = (byte) (0xE0 | c >> 12);
        into[to++] = following(c >> 6);
        into[to++] = following(c);
      }
    }
  }

  private static byte following(int bits) {
    return (byte) (0x80 | (bits & 0x3F));
  }

  /**
   * The text in these bytes, all of which lie inside the array.
   *
   * @throws IllegalArgumentException if they are not what {@link #write} makes of a text
   */
  static String read(byte[] from, int at, int length) {
    for (int i = at; i < at + length; i++) {
      if (from[i] < 0) {
        return readAny(from, at, length);
      }
    }
    return new String(from, at, length, StandardCharsets.ISO_8859_1);
  }

  private static String readAny(byte[] from, int at, int length) {
    char[] chars = new char[length];
    int size = 0;
    int end = at + length;
    int next = at;
    while (next < end) {
      int following = followingOf(from[next]);
      int point = point(from, next, following, end);
      next += following + 1;
      boolean low = point < FOUR_BYTES_FROM && Character.isLowSurrogate((char) point);
      if (low && size > 0 && Character.isHighSurrogate(chars[size - 1])) {
        throw new IllegalArgumentException("text with a pair of surrogates in six bytes");
      }
      size += Character.toChars(point, chars, size);
    }
    return new String(chars, 0, size);
  }

  private static int followingOf(byte first) {
    if (first >= 0) {
      return 0;
    }
    int ones = Integer.numberOfLeadingZeros(~(first << 24));
    if (ones < 2 || ones > 4) {
      throw new IllegalArgumentException("text with a byte that starts no character");
    }
    return ones - 1;
  }

  private static int point(byte[] from, int at, int following, int end) {
    if (end - at <= following) {
      throw new IllegalArgumentException("text that ends inside a character");
    }
    int point = following == 0 ? from[at] : from[at] & (0x3F >> following);
    for (int i = 1; i <= following; i++) {
      if ((from[at + i] & 0xC0) != 0x80) {
        throw new IllegalArgumentException("text with a character cut short");
      }
      point = (point << 6) | (from[at + i] & 0x3F);
    }
    if (point < lowest(following) || point > Character.MAX_CODE_POINT) {
      throw new IllegalArgumentException("text with a character in the wrong length");
    }
    return point;
  }

  private static int lowest(int following) {
    return switch (following) {
      case 0 -> 0;
      case 1 -> TWO_BYTES_FROM;
      case 2 -> THREE_BYTES_FROM;
      default -> FOUR_BYTES_FROM;
    };
  }
}
