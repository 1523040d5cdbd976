package cloakroom.standin;

import java.nio.charset.StandardCharsets;

/**
 * What the stand-in says of itself before the log-on: an old server of the 12.2 level, whose
 * protocol is the plainest that today's drivers speak.
 */
final class Negotiation {
  /** AL32UTF8, by its number. */
  static final int CHARSET = 873;

  private static final int NATIONAL_CHARSET = 2000;
  private static final int LEVEL_12_2 = 8;

  private Negotiation() {}

  static byte[] protocol() {
    byte[] formats = new byte[20];
    formats[9] = (byte) (NATIONAL_CHARSET >> 8);
    formats[10] = (byte) NATIONAL_CHARSET;
    return new TtcWriter()
        .u8(1)
        .u8(6)
        .u8(0)
        .raw("standin\0".getBytes(StandardCharsets.US_ASCII))
        .u8(CHARSET)
        .u8(CHARSET >> 8)
        .u8(1)
        .u8(0)
        .u8(0)
        .u8(0)
        .u8(formats.length)
        .raw(formats)
        .raw(counted(capabilities()))
        .raw(counted(new byte[] {2, 1, 0, 0, 0, 0, 4, 0, 0, 0, 0}))
        .bytes();
  }

  static byte[] dataTypes() {
    return new byte[] {2, 0, 0};
  }

  /** By position, as the protocol numbers them; what is 0 the stand-in cannot. */
  private static byte[] capabilities() {
    byte[] can = new byte[42];
    can[0] = 6;
    can[4] = (byte) 0xEA;
    can[5] = 1;
    can[7] = LEVEL_12_2;
    can[15] = 0x29;
    can[16] = (byte) 0x90;
    can[17] = 3;
    can[18] = 7;
    can[19] = 3;
    can[21] = 1;
    can[23] = 0x4f;
    can[27] = 1;
    return can;
  }

  private static byte[] counted(byte[] values) {
    return new TtcWriter().u8(values.length).raw(values).bytes();
  }
}
