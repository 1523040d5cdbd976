package cloakroom.link;

import java.nio.ByteBuffer;

/**
 * Parser of the message headers that a PostgreSQL client sends. Accepts pieces of any size. Reads
 * type and length of each message and skips the body. Stops at input of another protocol or of an
 * encrypted session.
 */
final class FrontendMessages {
  private static final int STARTUP_HEAD = 2 * Integer.BYTES;
  private static final int MESSAGE_HEAD = 1 + Integer.BYTES;
  private static final int MAX_STARTUP = 10_000;
  private static final int CANCEL = 80_877_102;
  private static final int SSL = 80_877_103;
  private static final int GSS = 80_877_104;
  private static final int MAJOR = 3;
  private static final String TYPES = "BCDEFHPQSXcdfp";

  /** Types of PostgreSQL messages after which a client does not wait for a response. */
  private static final String WITHOUT_RESPONSE = "BCDEPd";

  /** Header bytes: length and code of a start-up packet, then type and length of a message. */
  private final ByteBuffer head = ByteBuffer.allocate(STARTUP_HEAD);

  private boolean started;
  boolean unknown;
  private char type;
  private long rest; // remaining length of the body
  long parses;
  long statements;

  /** Parses the bytes from index 0 to the buffer's limit, without changing the buffer. */
  void read(ByteBuffer bytes) {
    int at = 0;
    while (at < bytes.limit() && !unknown) {
      if (head.hasRemaining()) {
        head.put(bytes.get(at++));
        if (!head.hasRemaining()) {
          parseHead();
        }
      } else {
        int skipped = (int) Math.min(rest, bytes.limit() - at);
        at += skipped;
        rest -= skipped;
      }
      if (!head.hasRemaining() && rest == 0) {
        parses += type == 'P' || type == 'Q' ? 1 : 0;
        statements += type == 'E' || type == 'Q' ? 1 : 0;
        head.clear().limit(started ? MESSAGE_HEAD : STARTUP_HEAD);
      }
    }
  }

  private void parseHead() {
    if (started) {
      type = (char) (head.get(0) & 0xff);
      rest = (long) head.getInt(1) - Integer.BYTES;
      unknown = TYPES.indexOf(type) < 0 || rest < 0;
    } else {
      int code = head.getInt(Integer.BYTES);
      // A client sends these requests before the session starts, so a start-up packet may follow.
      boolean before = code == SSL || code == GSS || code == CANCEL;
      started = !before && code >>> Short.SIZE == MAJOR;
      rest = (long) head.getInt(0) - STARTUP_HEAD;
      unknown = !(before || started) || rest < 0 || rest > MAX_STARTUP;
    }
  }

  /** Returns whether the client may now wait for a response; true for unreadable messages. */
  boolean awaitsResponse() {
    return unknown || (head.position() == 0 && WITHOUT_RESPONSE.indexOf(type) < 0);
  }
}
