package cloakroom.link;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

final class ClientWords {
  static final int VERSION_3_0 = 3 << 16;
  static final int SSL = 80_877_103;
  static final int CANCEL = 80_877_102;

  private ClientWords() {}

  /** A packet without a type: its length, its code, its body. */
  static byte[] packet(int code, String body) {
    byte[] text = body.getBytes(StandardCharsets.US_ASCII);
    int length = 2 * Integer.BYTES + text.length;
    return ByteBuffer.allocate(length).putInt(length).putInt(code).put(text).array();
  }

  static byte[] startup() {
    return packet(VERSION_3_0, "user\0scott\0\0");
  }

  static byte[] message(char type, int bodyLength) {
    int length = Integer.BYTES + bodyLength;
    byte[] body = new byte[bodyLength];
    Arrays.fill(body, (byte) 'P');
    return ByteBuffer.allocate(1 + length).put((byte) type).putInt(length).put(body).array();
  }

  static byte[] together(byte[]... parts) {
    ByteBuffer all = ByteBuffer.allocate(Arrays.stream(parts).mapToInt(part -> part.length).sum());
    for (byte[] part : parts) {
      all.put(part);
    }
    return all.array();
  }
}
