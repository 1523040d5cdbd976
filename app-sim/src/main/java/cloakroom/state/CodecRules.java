package cloakroom.state;

import cloakroom.state.SnapshotCodec.CorruptSnapshotException;
import cloakroom.state.SnapshotCodec.SnapshotTooLargeException;
import java.nio.charset.StandardCharsets;

/** Maximum size of a snapshot, and integrity checks for all codecs. */
record CodecRules(String codec, int limit) {
  static final int MAX_LIMIT = 1 << 30;

  CodecRules {
    if (limit < 1 || limit > MAX_LIMIT) {
      throw new IllegalArgumentException(
          "snapshot limit of " + limit + " bytes (expected: 1 to " + MAX_LIMIT + ")");
    }
  }

  void checkRead(int bytes) {
    if (bytes > limit) {
      throw corrupt("oversize: " + bytes + " bytes are over the limit of " + limit);
    }
  }

  /** Throws SnapshotTooLargeException if {@code bytes} exceeds the limit. */
  void checkWritten(long bytes) {
    if (bytes > limit) {
      String form = "%s snapshot too large: it needs at least %s bytes, over the limit of %s";
      throw new SnapshotTooLargeException(form.formatted(codec, bytes, limit));
    }
  }

  /** Encodes a text in UTF-8. Throws IllegalArgumentException for half a surrogate pair. */
  static byte[] toUtf8(String text) {
    // getBytes replaces half a surrogate pair without an error. A CharsetEncoder would throw, but
    // is several times slower.
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
      throw corrupt("format version " + found + " is not supported, this codec reads " + known);
    }
  }

  void checkLength(long found, long promised) {
    if (found != promised) {
      String problem = found < promised ? "truncated" : "trailing bytes";
      throw corrupt(problem + ": " + found + " bytes of state, the header states " + promised);
    }
  }

  void checkSum(int found, int expected) {
    if (found != expected) {
      throw corrupt("checksum is %08x, the header states %08x".formatted(found, expected));
    }
  }

  CorruptSnapshotException corrupt(String why) {
    return corrupt(why, null);
  }

  CorruptSnapshotException corrupt(String reason, Exception cause) {
    String line = reason.replaceAll("[\\p{Cntrl}\\s\\u0085\\u2028\\u2029]+", " ").strip();
    return new CorruptSnapshotException(codec + " snapshot rejected: " + line, cause);
  }
}
