package cloakroom.state;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * The beginning of an XML snapshot, up to the checksum: always the same but for the three values,
 * so that it can be checked before anything is parsed. The length and the checksum (CRC32C) are
 * those of all bytes behind it.
 */
final class XmlHead {
  private static final int FORMAT = 1;
  private static final int LONGEST = 128;
  private static final String DECLARATION = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>";
  private static final String TEXT =
      DECLARATION + "<AM Format=\"" + FORMAT + "\" Length=\"%s\" Checksum=\"%s\"";
  private static final Pattern PATTERN =
      Pattern.compile(
          Pattern.quote(DECLARATION)
              + "<AM Format=\"(?<format>[1-9]\\d{0,8})\""
              + "(?<rest> Length=\"(?<length>[1-9]\\d{0,9})\" Checksum=\"(?<sum>[0-9a-f]{8})\")?");

  private XmlHead() {}

  static byte[] of(int length, int checksum) {
    return TEXT.formatted(length, HexFormat.of().toHexDigits(checksum))
        .getBytes(StandardCharsets.US_ASCII);
  }

  /** Refuses content that is not as long, or not the same, as its head says. */
  static void check(byte[] content, CodecRules rules) {
    Matcher head = PATTERN.matcher(beginning(content));
    if (!head.lookingAt()) {
      throw rules.refused(
          head.hitEnd()
              ? "truncated: it ends inside its head, after " + content.length + " bytes"
              : "it does not begin as a snapshot does");
    }
    rules.checkFormat(Integer.parseInt(head.group("format")), FORMAT);
    if (head.group("rest") == null) {
      throw rules.refused(
          content.length < LONGEST
              ? "truncated: it ends inside its head, after " + content.length + " bytes"
              : "it has no length and checksum");
    }
    rules.checkLength(content.length - head.end(), Long.parseLong(head.group("length")));
    rules.checkSum(checksum(content, head.end()), HexFormat.fromHexDigits(head.group("sum")));
  }

  private static String beginning(byte[] content) {
    int length = Math.min(content.length, LONGEST);
    return new String(content, 0, length, StandardCharsets.ISO_8859_1);
  }

  private static int checksum(byte[] content, int from) {
    CRC32C crc = new CRC32C();
    crc.update(content, from, content.length - from);
    return (int) crc.getValue();
  }
}
