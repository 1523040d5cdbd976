package cloakroom.state;

import cloakroom.state.SnapshotCodec.CorruptSnapshotException;
import cloakroom.state.SnapshotCodec.SnapshotTooLargeException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * What a codec lets in and out, and how it says no.
 *
 * @param codec the codec's name, for messages
 * @param limit bytes of the largest snapshot that it writes or reads, from 1 to {@link #MOST}
 */
record CodecRules(String codec, int limit) {
  /** What one array can hold with room to spare: 1 GB. */
  static final int MOST = 1 << 30;

  CodecRules {
    if (limit < 1 || limit > MOST) {
      throw new IllegalArgumentException(
          "snapshot limit of " + limit + " bytes (expected: 1 to " + MOST + ")");
    }
  }

  /** Rejects content of this many bytes if it is larger than the limit. */
  void checkRead(int bytes) {
    if (bytes > limit) {
      throw refused("oversize: " + bytes + " bytes are over the limit of " + limit);
    }
  }

  /** Refuses to write a snapshot that has this many bytes or more, if they are too many. */
  void checkWritten(long bytes) {
    if (bytes > limit) {
      throw new SnapshotTooLargeException(
          "%s snapshot too large: it needs at least %s bytes, over the limit of %s"
              .formatted(codec, bytes, limit));
    }
  }

  /**
   * Returns the text in UTF-8.
   *
   * @throws IllegalArgumentException if it contains half a surrogate pair
   */
  static byte[] toUtf8(String text) {
    // the JDK replaces half a pair; a CharsetEncoder, which reports it, is several times slower
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    if (!text.equals(new String(utf8, StandardCharsets.UTF_8))) {
      throw new IllegalArgumentException(
          "session state: a text contains half a surrogate pair, which UTF-8 cannot express;"
              + " store whole characters only");
    }
    return utf8;
  }

  void checkFormat(int found, int known) {
    if (found != known) {
      throw refused("format version " + found + " is unknown, this codec reads " + known);
    }
  }

  void checkLength(long found, long promised) {
    if (found != promised) {
      throw refused(
          "%s: %s bytes of state, the head says %s"
              .formatted(found < promised ? "truncated" : "trailing bytes", found, promised));
    }
  }

  void checkSum(int found, int expected) {
    if (found != expected) {
      HexFormat hex = HexFormat.of();
      throw refused(
          "checksum is " + hex.toHexDigits(found) + ", the head says " + hex.toHexDigits(expected));
    }
  }

  CorruptSnapshotException refused(String why) {
    return refused(why, null);
  }

  CorruptSnapshotException refused(String why, Exception cause) {
    String line = why.replaceAll("[\\p{Cntrl}\\s\\u0085\\u2028\\u2029]+", " ").strip();
    return new CorruptSnapshotException(codec + " snapshot refused: " + line, cause);
  }
}
