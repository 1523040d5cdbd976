package cloakroom.standin;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes the values of Oracle's two-task protocol: a number is a count of bytes and that many
 * bytes, big-endian; a text is its length as a number, then its length as a byte and its bytes.
 */
final class TtcWriter {
  /** A longer text would have to be cut into chunks. */
  static final int LONGEST_TEXT = 252;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  TtcWriter u8(int value) {
    bytes.write(value);
    return this;
  }

  TtcWriter raw(byte[] value) {
    bytes.writeBytes(value);
    return this;
  }

  TtcWriter number(long value) {
    int length = (Long.SIZE - Long.numberOfLeadingZeros(value) + 7) / 8;
    u8(length);
    for (int rest = length - 1; rest >= 0; rest--) {
      u8((int) (value >> (8 * rest)));
    }
    return this;
  }

  TtcWriter numbers(long... values) {
    for (long value : values) {
      number(value);
    }
    return this;
  }

  TtcWriter text(String value) {
    number(value.length());
    return value.isEmpty() ? this : shortText(value);
  }

  /** A text whose length was not announced before. */
  TtcWriter shortText(String value) {
    byte[] encoded = value.getBytes(StandardCharsets.UTF_8);
    if (encoded.length > LONGEST_TEXT) {
      throw new AssertionError("the stand-in sends texts up to 252 bytes, not " + encoded.length);
    }
    return u8(encoded.length).raw(encoded);
  }

  /** An attribute of a log-on. */
  TtcWriter pair(String name, String value, int flags) {
    return text(name).text(value).number(flags);
  }

  byte[] bytes() {
    return bytes.toByteArray();
  }
}
