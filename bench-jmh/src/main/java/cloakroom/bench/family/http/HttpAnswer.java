package cloakroom.bench.family.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Just enough of HTTP/1.1 to know where an answer ends. */
final class HttpAnswer {
  private static final byte[] LENGTH = "\r\ncontent-length: ".getBytes(StandardCharsets.US_ASCII);
  private static final int STATUS = "HTTP/1.1 ".length();
  private static final int LOWER_CASE = 0x20;

  private HttpAnswer() {}

  /**
   * Whether these bytes are a whole answer.
   *
   * @throws IOException if it is no success, or does not tell its length
   */
  static boolean isComplete(ByteBuffer bytes) throws IOException {
    int head = headLength(bytes);
    if (head == 0) {
      return false;
    }
    if (bytes.get(STATUS) != '2') {
      throw new IOException(StandardCharsets.ISO_8859_1.decode(bytes).toString());
    }
    return bytes.limit() >= head + contentLength(bytes, head);
  }

  /** Bytes up to the empty line and with it; 0 if it has not come yet. */
  static int headLength(ByteBuffer bytes) {
    for (int i = 3; i < bytes.limit(); i++) {
      if (bytes.get(i) == '\n' && bytes.get(i - 2) == '\n') {
        return i + 1;
      }
    }
    return 0;
  }

  private static int contentLength(ByteBuffer bytes, int head) throws IOException {
    for (int from = STATUS; from + LENGTH.length < head; from++) {
      if (bytes.get(from) == '\r' && isLength(bytes, from)) {
        int length = 0;
        for (int i = from + LENGTH.length; bytes.get(i) != '\r'; i++) {
          length = 10 * length + bytes.get(i) - '0';
        }
        return length;
      }
    }
    throw new IOException("an answer without Content-Length");
  }

  private static boolean isLength(ByteBuffer bytes, int from) {
    for (int i = 2; i < LENGTH.length; i++) {
      if ((bytes.get(from + i) | LOWER_CASE) != (LENGTH[i] | LOWER_CASE)) {
        return false;
      }
    }
    return true;
  }
}
