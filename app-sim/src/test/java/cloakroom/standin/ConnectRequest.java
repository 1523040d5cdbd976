package cloakroom.standin;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a driver asks a listener for.
 *
 * @param descriptor the connect data, {@code (DESCRIPTION=…)}
 */
public record ConnectRequest(String descriptor) {
  private static final int LENGTH_AT = 24;
  private static final int OFFSET_AT = 26;

  static ConnectRequest read(TnsConnection connection) throws IOException {
    byte[] packet = connection.read();
    if (TnsConnection.type(packet) != TnsConnection.CONNECT) {
      throw new AssertionError("not a CONNECT but a packet of type " + packet[4]);
    }
    ByteBuffer fields = ByteBuffer.wrap(packet);
    int length = Short.toUnsignedInt(fields.getShort(LENGTH_AT));
    int offset = Short.toUnsignedInt(fields.getShort(OFFSET_AT));
    return new ConnectRequest(
        offset + length <= packet.length
            ? new String(packet, offset, length, StandardCharsets.US_ASCII)
            : following(connection, length));
  }

  /** A descriptor that is too long for the CONNECT packet follows it. */
  private static String following(TnsConnection connection, int length) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    while (text.size() < length) {
      byte[] packet = connection.read();
      int start = TnsConnection.HEADER + TnsConnection.DATA_FLAGS;
      text.write(packet, start, packet.length - start);
    }
    return text.toString(StandardCharsets.US_ASCII);
  }

  /**
   * The value of the first {@code (KEY=value)}, whatever the key's case; empty if there is none.
   */
  public Optional<String> value(String key) {
    Matcher leaf =
        Pattern.compile("(?i)\\(\\s*" + Pattern.quote(key) + "\\s*=\\s*([^()]*?)\\s*\\)")
            .matcher(descriptor);
    return leaf.find() ? Optional.of(leaf.group(1)) : Optional.empty();
  }
}
