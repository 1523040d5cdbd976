package cloakroom.standin;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.HexFormat;

/**
 * What the stand-in says of itself before the log-on: an old server of the 12.2 level, whose
 * protocol is the plainest that today's drivers speak.
 */
final class Negotiation {
  /** AL32UTF8, by its number. */
  static final int CHARSET = 873;

  private static final HexFormat HEX = HexFormat.ofDelimiter(" ");

  /** Twenty bytes of formats; the national character set is AL16UTF16, number 2000. */
  private static final String FORMATS = "00 00 00 00 00 00 00 00 00 07 d0" + " 00".repeat(9);

  /** By position, as the protocol numbers them; what is 0 the stand-in cannot. */
  private static final String COMPILE_TIME =
      "06 00 00 00 ea 01 00 08 00 00 00 00 00 00 00 29 90 03 07 03 00 01 00 4f 00 00 00 01"
          + " 00".repeat(14);

  private static final String RUN_TIME = "02 01 00 00 00 00 04 00 00 00 00";

  private Negotiation() {}

  static byte[] protocol() {
    TtcWriter out = new TtcWriter().u8(1).u8(6).u8(0).raw("standin\0".getBytes(US_ASCII));
    out.u8(CHARSET).u8(CHARSET >> 8).u8(1).raw(new byte[3]);
    for (String part : new String[] {FORMATS, COMPILE_TIME, RUN_TIME}) {
      byte[] bytes = HEX.parseHex(part);
      out.u8(bytes.length).raw(bytes);
    }
    return out.bytes();
  }

  static byte[] dataTypes() {
    return new byte[] {2, 0, 0};
  }
}
