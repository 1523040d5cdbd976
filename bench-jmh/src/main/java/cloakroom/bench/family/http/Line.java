package cloakroom.bench.family.http;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One keep-alive connection with its session: one request at a time, one answer for each. */
final class Line implements AutoCloseable {
  private static final int MOST_BYTES = 16 * 1024;
  private static final String COOKIE = "Set-Cookie: ";

  private final SocketChannel channel;
  private final ByteBuffer answer = ByteBuffer.allocateDirect(MOST_BYTES);
  private final List<ByteBuffer> requests;
  private int next;
  private long sentAt;

  /** Connects and opens a session; the calling thread waits for that. */
  Line(int port, long user, Script.Kind kind) throws IOException {
    channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    send(Script.opening(user));
    awaitAnswer();
    requests = Script.requests(kind, user, cookie());
  }

  /** Waits for the whole answer, as long as no selector has this connection. */
  void awaitAnswer() throws IOException {
    while (!received()) {
      // the channel blocks
    }
  }

  private String cookie() throws IOException {
    String head = StandardCharsets.ISO_8859_1.decode(answer.duplicate().flip()).toString();
    int from = head.indexOf(COOKIE);
    if (from < 0) {
      throw new IOException("no session was opened: " + head.lines().findFirst().orElse(head));
    }
    return head.substring(from + COOKIE.length(), head.indexOf(';', from));
  }

  byte[] body() {
    ByteBuffer read = answer.duplicate().flip();
    read.position(HttpAnswer.headLength(read));
    byte[] body = new byte[read.remaining()];
    read.get(body);
    return body;
  }

  /** From now on a selector tells when there is something to read. */
  SelectionKey register(Selector selector) throws IOException {
    channel.configureBlocking(false);
    return channel.register(selector, SelectionKey.OP_READ, this);
  }

  void sendNext() throws IOException {
    sentAt = System.nanoTime();
    send(requests.get(next));
    next = next + 1 < requests.size() ? next + 1 : 0;
  }

  private void send(ByteBuffer request) throws IOException {
    answer.clear();
    request.rewind();
    while (request.hasRemaining()) {
      channel.write(request);
    }
  }

  /**
   * Reads what is there.
   *
   * @return true once the answer is complete
   * @throws IOException if the answer is no success, or none comes
   */
  boolean received() throws IOException {
    if (channel.read(answer) < 0) {
      throw new EOFException("the server closed a connection that was to be kept");
    }
    return HttpAnswer.isComplete(answer.duplicate().flip());
  }

  /** When the request was sent whose answer is awaited, as {@link System#nanoTime} says. */
  long sentAt() {
    return sentAt;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  /** Just enough of HTTP/1.1 to know where an answer ends. */
  static final class HttpAnswer {
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
}
