package cloakroom.state;

import java.nio.charset.StandardCharsets;

/**
 * UTF-8 of each UTF-16 code unit by itself (CESU-8), in 1 to 3 bytes. It can hold every Java
 * string, where the JDK's own UTF-8 has a question mark for a surrogate without its partner. Each
 * string has one form and only that form is read.
 */
final class Utf8 {
  private static final int TWO_BYTES_FROM = 0x80;
  private static final int THREE_BYTES_FROM = 0x800;

  private Utf8() {}

  static long length(String text) {
    int chars = text.length();
    long length = chars;
    for (int i = 0; i < chars; i++) {
      char c = text.charAt(i);
      if (c >= TWO_BYTES_FROM) {
        length += c < THREE_BYTES_FROM ? 1 : 2;
      }
    }
    return length;
  }

  /** Writes a text of that {@link #length} into the array, which has room for it. */
  @SuppressWarnings("deprecation") // takes the low byte of each char: right and fastest for ASCII
  static void write(String text, int length, byte[] into, int at) {
    if (length == text.length()) {
      text.getBytes(0, length, into, at);
      return;
    }
    int to = at;
    for (int i = 0; i < text.length(); i++) {
      int c = text.charAt(i);
      if (c < TWO_BYTES_FROM) {
        into[to++] = (byte) c;
        continue;
      }
      if (c < THREE_BYTES_FROM) {
        into[to++] = (byte) (0xC0 | (c >> 6));
      } else {
        into[to++] = (byte) (0xE0 | (c >> 12));
        into[to++] = (byte) (0x80 | ((c >> 6) & 0x3F));
      }
      into[to++] = (byte) (0x80 | (c & 0x3F));
    }
  }

  /** The text in these bytes; an IllegalArgumentException if {@link #write} makes them of none. */
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
    for (int next = at; next < end; size++) {
      int more = bytesAfter(from[next]);
      if (end - next <= more) {
        throw new IllegalArgumentException("text that ends inside a character");
      }
      int c = from[next++] & (more == 0 ? 0x7F : (0x3F >> more));
      for (int i = 0; i < more; i++) {
        if ((from[next] & 0xC0) != 0x80) {
          throw new IllegalArgumentException("text with a character cut short");
        }
        c = (c << 6) | (from[next++] & 0x3F);
      }
      if (more > 0 && c < (more == 1 ? TWO_BYTES_FROM : THREE_BYTES_FROM)) {
        throw new IllegalArgumentException("text with a character in the wrong length");
      }
      chars[size] = (char) c;
    }
    return new String(chars, 0, size);
  }

  private static int bytesAfter(byte first) {
    if (first >= 0) {
      return 0;
    }
    int ones = Integer.numberOfLeadingZeros(~(first << 24));
    if (ones < 2 || ones > 3) {
      throw new IllegalArgumentException("text with a byte that starts no character");
    }
    return ones - 1;
  }
}
