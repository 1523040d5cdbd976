package cloakroom.standin;

import java.nio.charset.StandardCharsets;

/** Reads the values that {@link TtcWriter} writes. */
final class TtcReader {
  private final byte[] bytes;
  private int at;

  TtcReader(byte[] bytes, int at) {
    this.bytes = bytes;
    this.at = at;
  }

  int u8() {
    return Byte.toUnsignedInt(bytes[at++]);
  }

  long number() {
    int length = u8();
    long value = 0;
    for (int i = 0; i < length; i++) {
      value = value << 8 | u8();
    }
    return value;
  }

  void skip(int count) {
    at += count;
  }

  /** The next so many bytes, which must be a text: else the fields before it were misread. */
  String text(int length) {
    String text = new String(bytes, at, length, StandardCharsets.ISO_8859_1);
    if (text.chars().anyMatch(c -> c < ' ' && !Character.isWhitespace(c))) {
      throw new AssertionError("no text where the stand-in expects one: " + rest());
    }
    at += length;
    return text;
  }

  /** Everything from here to the end, a character per byte. */
  String rest() {
    return new String(bytes, at, bytes.length - at, StandardCharsets.ISO_8859_1);
  }
}
