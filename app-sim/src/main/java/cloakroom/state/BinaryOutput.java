package cloakroom.state;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Bytes of a snapshot being written: varints, texts, and names by number after their first use. */
final class BinaryOutput {
  /** Longest varint: nine bytes hold 63 bits. */
  private static final int SLACK = 9;

  private final CodecRules rules;
  private final Map<String, Integer> names = new HashMap<>(128);
  private byte[] bytes;
  private int size;

  BinaryOutput(int expectedSize, CodecRules rules) {
    this.rules = rules;
    this.bytes = new byte[expectedSize];
  }

  /** The array written to, longer than {@link #size}; valid until the next write. */
  byte[] bytes() {
    return bytes;
  }

  int size() {
    return size;
  }

  /** Leaves room to be filled in later. */
  void skip(int length) {
    reserve(length);
    size += length;
  }

  void putByte(int value) {
    reserve(1);
    bytes[size++] = (byte) value;
  }

  /** Seven bits a byte, lowest first; the top bit says that more follow. Never negative. */
  void putVarint(long value) {
    reserve(SLACK);
    long rest = value;
    while (rest > 0x7F) {
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[size++] = (byte) rest;
  }

  /** A name: its number plus 1 if it was here before, otherwise 0 and its text. */
  void putName(String name) {
    Integer number = names.putIfAbsent(name, names.size());
    if (number == null) {
      putByte(0);
      putText(name);
    } else {
      putVarint(number + 1L);
    }
  }

  /** A number, an amount or a date as such, any other text with its length, or 0 for null. */
  void putValue(String text) {
    if (text == null) {
      putByte(0);
      return;
    }
    long packed = PackedText.pack(text);
    if (packed != PackedText.NONE) {
      putPacked(packed);
      return;
    }
    long length = Utf8.length(text);
    if (length < PackedText.LONG_TEXT) {
      putText(text, length, 1);
    } else {
      putByte(PackedText.LONG_TEXT_TAG);
      putText(text, length, -PackedText.LONG_TEXT);
    }
  }

  /** Which kind and how many bytes, and these bytes, the highest first. */
  private void putPacked(long packed) {
    int length = PackedText.length(packed);
    reserve(SLACK);
    bytes[size++] = (byte) PackedText.tag(packed);
    for (int shift = (length - 1) * Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      bytes[size++] = (byte) (PackedText.value(packed) >>> shift);
    }
  }

  /** Length in bytes, and the text. */
  void putText(String text) {
    putText(text, Utf8.length(text), 0);
  }

  /** Length in bytes plus so much, and the text. */
  private void putText(String text, long length, int addedToLength) {
    reserve(length + SLACK);
    putVarint(length + addedToLength);
    reserve(length);
    Utf8.write(text, (int) length, bytes, size);
    size += (int) length;
  }

  private void reserve(long more) {
    long needed = size + more;
    if (needed > bytes.length) {
      grow(needed);
    }
  }

  private void grow(long needed) {
    rules.checkWritten(needed - SLACK);
    long most = rules.limit() + (long) SLACK;
    bytes = Arrays.copyOf(bytes, (int) Math.min(Math.max(needed, bytes.length * 2L), most));
  }
}
