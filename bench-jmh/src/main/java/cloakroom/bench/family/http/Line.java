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

  /** The body of the last answer. */
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

  /** Sends the next request. */
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
}
