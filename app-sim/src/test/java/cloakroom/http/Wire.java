package cloakroom.http;

import cloakroom.database.Await;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Raw connection to a port of a node. */
record Wire(Socket socket, InputStream in) implements AutoCloseable {
  static Wire to(int port) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout((int) Await.LIMIT.toMillis());
    socket.setTcpNoDelay(true);
    return new Wire(socket, new BufferedInputStream(socket.getInputStream(), 512));
  }

  void send(String text) throws IOException {
    send(text.getBytes(StandardCharsets.US_ASCII));
  }

  void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** Sends a request without a body and waits for its answer. */
  String ask(String line, String... headers) throws IOException {
    send(line + " HTTP/1.1\r\n" + String.join("\r\n", headers) + "\r\n\r\n");
    return answer();
  }

  String answer() throws IOException {
    StringBuilder answer = new StringBuilder();
    while (answer.indexOf("\r\n\r\n", answer.length() - 4) < 0) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("closed after: " + answer);
      }
      answer.append((char) next);
    }
    byte[] body = in.readNBytes(contentLength(answer.toString()));
    return answer.append(new String(body, StandardCharsets.UTF_8)).toString();
  }

  private static int contentLength(String head) {
    return head.lines()
        .filter(line -> line.regionMatches(true, 0, "Content-Length:", 0, 15))
        .mapToInt(line -> Integer.parseInt(line.substring(15).strip()))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no length: " + head));
  }

  /** Returns the header with the session cookie of a response. */
  static String cookie(String head) {
    int from = head.indexOf("CLOAKROOM=");
    return "Cookie: " + head.substring(from, head.indexOf(';', from));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
