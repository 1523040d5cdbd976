package cloakroom.connection.link;

import java.nio.ByteBuffer;

/**
 * Listens to what a client of PostgreSQL says, message by message, in whatever pieces it comes. It
 * looks only at the frames: a start-up packet is a length and a body, every later message a type, a
 * length and a body. What does not look like that (another database, an encrypted session) is no
 * longer listened to.
 */
final class FrontendMessages {
  private static final int LENGTH = Integer.BYTES;

  /** The server refuses longer start-up packets. */
  private static final int LONGEST_STARTUP = 10_000;

  private static final int CANCEL = 80_877_102;
  private static final int SSL = 80_877_103;
  private static final int GSS = 80_877_104;
  private static final int MAJOR = 3;

  private static final String TYPES = "BCDEFHPQSXcdfp";

  /** After these a client goes on without waiting for an answer. */
  private static final String GOES_ON = "BCDEPd";

  private enum Place {
    STARTUP_LENGTH,
    STARTUP_CODE,
    TYPE,
    LENGTH,
    BODY,
    UNKNOWN
  }

  private Place place = Place.STARTUP_LENGTH;
  private boolean started;
  private char type;
  private int number;
  private int digits;
  private long rest;
  private long parses;
  private long statements;

  /** Listens to the bytes up to the buffer's limit, and leaves the buffer as it is. */
  void read(ByteBuffer bytes) {
    int length = bytes.limit();
    int at = 0;
    while (at < length && place != Place.UNKNOWN) {
      if (place == Place.BODY) {
        int skipped = (int) Math.min(rest, length - at);
        at += skipped;
        leaveBody(skipped);
      } else {
        take(bytes.get(at));
        at++;
      }
    }
  }

  private void take(byte next) {
    if (place == Place.TYPE) {
      type = (char) (next & 0xff);
      place = TYPES.indexOf(type) < 0 ? Place.UNKNOWN : Place.LENGTH;
      return;
    }
    number = (number << Byte.SIZE) | (next & 0xff);
    digits++;
    if (digits == LENGTH) {
      int complete = number;
      number = 0;
      digits = 0;
      understand(complete);
    }
  }

  private void understand(int complete) {
    switch (place) {
      case STARTUP_LENGTH -> {
        boolean possible = complete >= 2 * LENGTH && complete <= LONGEST_STARTUP;
        rest = complete - 2L * LENGTH;
        place = possible ? Place.STARTUP_CODE : Place.UNKNOWN;
      }
      case STARTUP_CODE -> {
        // the server answers the first three with a byte, and a start-up packet or noise follows
        boolean before = complete == SSL || complete == GSS || complete == CANCEL;
        started = !before && complete >>> Short.SIZE == MAJOR;
        enterBody(before || started);
      }
      case LENGTH -> {
        rest = (long) complete - LENGTH;
        enterBody(rest >= 0);
      }
      default -> throw new IllegalStateException(place + " holds no number");
    }
  }

  private void enterBody(boolean possible) {
    place = possible ? Place.BODY : Place.UNKNOWN;
    if (possible) {
      leaveBody(0);
    }
  }

  private void leaveBody(int skipped) {
    rest -= skipped;
    if (rest == 0) {
      parses += type == 'P' || type == 'Q' ? 1 : 0;
      statements += type == 'E' || type == 'Q' ? 1 : 0;
      place = started ? Place.TYPE : Place.STARTUP_LENGTH;
    }
  }

  /**
   * Whether the client may be waiting for an answer now: it has said whole messages, of which the
   * last asks for one. True too where nothing is understood.
   */
  boolean awaitsAnswer() {
    return switch (place) {
      case UNKNOWN -> true;
      case TYPE -> GOES_ON.indexOf(type) < 0;
      case STARTUP_LENGTH -> digits == 0;
      default -> false;
    };
  }

  /** Whether what came is not PostgreSQL's protocol in the clear. */
  boolean isUnknown() {
    return place == Place.UNKNOWN;
  }

  long parses() {
    return parses;
  }

  long statements() {
    return statements;
  }
}
