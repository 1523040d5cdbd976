package cloakroom.link;

import java.nio.ByteBuffer;

/**
 * Listens to what a client of PostgreSQL says, message by message, in whatever pieces it comes. It
 * looks only at the frames: a start-up packet is a length and a body, every later message a type, a
 * length and a body. What does not look like that (another database, an encrypted session) is no
 * longer listened to.
 */
final class FrontendMessages {
  private static final int STARTUP_HEAD = 2 * Integer.BYTES;
  private static final int MESSAGE_HEAD = 1 + Integer.BYTES;

  /** The server refuses longer start-up packets. */
  private static final int LONGEST_STARTUP = 10_000;

  private static final int CANCEL = 80_877_102;
  private static final int SSL = 80_877_103;
  private static final int GSS = 80_877_104;
  private static final int MAJOR = 3;

  private static final String TYPES = "BCDEFHPQSXcdfp";

  /** After these a client goes on without waiting for an answer. */
  private static final String GOES_ON = "BCDEPd";

  /** Of a message its type and length, of a start-up packet its length and code. */
  private final ByteBuffer head = ByteBuffer.allocate(STARTUP_HEAD);

  private boolean started;
  private boolean unknown;
  private char type;

  /** How much of the body is still to come. */
  private long rest;

  private long parses;
  private long statements;

  /** Listens to the bytes up to the buffer's limit, and leaves the buffer as it is. */
  void read(ByteBuffer bytes) {
    int at = 0;
    while (at < bytes.limit() && !unknown) {
      if (head.hasRemaining()) {
        head.put(bytes.get(at));
        at++;
        if (!head.hasRemaining()) {
          understand();
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

  private void understand() {
    if (started) {
      type = (char) (head.get(0) & 0xff);
      rest = (long) head.getInt(1) - Integer.BYTES;
      unknown = TYPES.indexOf(type) < 0 || rest < 0;
    } else {
      int code = head.getInt(Integer.BYTES);
      // the server answers these with a byte, and a start-up packet or noise follows
      boolean before = code == SSL || code == GSS || code == CANCEL;
      started = !before && code >>> Short.SIZE == MAJOR;
      rest = (long) head.getInt(0) - STARTUP_HEAD;
      unknown = !(before || started) || rest < 0 || rest > LONGEST_STARTUP;
    }
  }

  /**
   * Whether the client may be waiting for an answer now: it has said whole messages, of which the
   * last asks for one. True too where nothing is understood.
   */
  boolean awaitsAnswer() {
    return unknown || (head.position() == 0 && GOES_ON.indexOf(type) < 0);
  }

  /** Whether what came is not PostgreSQL's protocol in the clear. */
  boolean isUnknown() {
    return unknown;
  }

  long parses() {
    return parses;
  }

  long statements() {
    return statements;
  }
}
