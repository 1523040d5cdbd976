package cloakroom.link;

import java.nio.ByteBuffer;

/**
 * Parser of the messages that a PostgreSQL client sends, in pieces of any size. It parses only the
 * frames: a start-up packet is length and body, a later message type, length and body. At any other
 * input (another database, an encrypted session) it stops.
 */
final class FrontendMessages {
  private static final int STARTUP_HEAD = 2 * Integer.BYTES;
  private static final int MESSAGE_HEAD = 1 + Integer.BYTES;

  /** Maximum length of a start-up packet in the server. */
  private static final int MAX_STARTUP = 10_000;

  private static final int CANCEL = 80_877_102;
  private static final int SSL = 80_877_103;
  private static final int GSS = 80_877_104;
  private static final int MAJOR = 3;

  private static final String TYPES = "BCDEFHPQSXcdfp";

  /** Types after which a client continues without a response. */
  private static final String WITHOUT_RESPONSE = "BCDEPd";

  /** Type and length of a message; length and code of a start-up packet. */
  private final ByteBuffer head = ByteBuffer.allocate(STARTUP_HEAD);

  private boolean started;
  private boolean unknown;
  private char type;

  /** Remaining length of the body. */
  private long rest;

  private long parses;
  private long statements;

  /** Parses the bytes up to the buffer's limit, without changing the buffer. */
  void read(ByteBuffer bytes) {
    int at = 0;
    while (at < bytes.limit() && !unknown) {
      if (head.hasRemaining()) {
        head.put(bytes.get(at));
        at++;
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
      // the server responds with a byte; a start-up packet or encrypted data follows
      boolean before = code == SSL || code == GSS || code == CANCEL;
      started = !before && code >>> Short.SIZE == MAJOR;
      rest = (long) head.getInt(0) - STARTUP_HEAD;
      unknown = !(before || started) || rest < 0 || rest > MAX_STARTUP;
    }
  }

  /** Returns whether the client may wait for a response; true if messages cannot be parsed. */
  boolean awaitsResponse() {
    return unknown || (head.position() == 0 && WITHOUT_RESPONSE.indexOf(type) < 0);
  }

  /** Returns whether the input is not PostgreSQL's unencrypted protocol. */
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
