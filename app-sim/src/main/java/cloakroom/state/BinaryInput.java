package cloakroom.state;

import java.util.Arrays;

/**
 * Reads what {@link BinaryOutput} wrote. Every length and count is held against the bytes that are
 * left before anything is made from it; a wrong one is an IllegalArgumentException.
 */
final class BinaryInput {
  private final byte[] bytes;
  private final int end;
  private int next;
  private String[] names = new String[64];
  private int nameCount;

  /** Reads from an offset to the end. */
  BinaryInput(byte[] bytes, int from) {
    this.bytes = bytes;
    this.next = from;
    this.end = bytes.length;
  }

  /** Bytes that were not read yet. */
  int left() {
    return end - next;
  }

  boolean isAtEnd() {
    return next == end;
  }

  int getByte() {
    if (next == end) {
      throw new IllegalArgumentException("the content ends too early");
    }
    return bytes[next++];
  }

  /** A number of 0 or more that fits into an int. */
  int getVarint() {
    int first = getByte();
    if (first >= 0) {
      return first;
    }
    next--;
    long value = getVarlong();
    if (value > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("number " + value + " is too large");
    }
    return (int) value;
  }

  /** A number of 0 or more in its shortest form. */
  long getVarlong() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE - 1; shift += 7) {
      int more = getByte();
      value |= (more & 0x7FL) << shift;
      if (more >= 0) {
        if (more == 0 && shift > 0) {
          throw new IllegalArgumentException("number with more bytes than it needs");
        }
        return value;
      }
    }
    throw new IllegalArgumentException("number of more than nine bytes");
  }

  /** How many things follow, each of them at least one byte. */
  int getCount() {
    int count = getVarint();
    if (count > end - next) {
      throw new IllegalArgumentException(
          count + " elements cannot be in " + (end - next) + " bytes");
    }
    return count;
  }

  String getName() {
    int reference = getVarint();
    if (reference == 0) {
      return newName();
    }
    if (reference > nameCount) {
      throw new IllegalArgumentException("name " + reference + " of " + nameCount);
    }
    return names[reference - 1];
  }

  private String newName() {
    if (nameCount == names.length) {
      names = Arrays.copyOf(names, nameCount * 2);
    }
    String name = getText();
    names[nameCount++] = name;
    return name;
  }

  /** What {@link BinaryOutput#putValue} wrote. */
  String getValue() {
    int tag = getByte();
    if (tag == 0) {
      return null;
    }
    if (tag > 0 && tag <= PackedText.LONG_TEXT) {
      return getText(tag - 1);
    }
    if (tag == PackedText.LONG_TEXT_TAG) {
      return getText((long) getVarint() + PackedText.LONG_TEXT);
    }
    return PackedText.unpack(tag, getNumber(PackedText.lengthOf(tag)));
  }

  /** So many bytes, the highest first. */
  private long getNumber(int length) {
    if (length > end - next) {
      throw new IllegalArgumentException(
          "number of " + length + " bytes cannot be in " + (end - next));
    }
    long value = 0;
    for (int i = 0; i < length; i++) {
      value = value << Byte.SIZE | (bytes[next++] & 0xFF);
    }
    return value;
  }

  String getText() {
    return getText(getVarint());
  }

  /** A text of so many bytes. */
  private String getText(long length) {
    if (length > end - next) {
      throw new IllegalArgumentException(
          "text of " + length + " bytes cannot be in " + (end - next));
    }
    String text = Utf8.read(bytes, next, (int) length);
    next += (int) length;
    return text;
  }
}
