package cloakroom.bench.family.http;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** One keep-alive connection with its session: one request at a time, one answer for each. */
final class Line implements Closeable {
  private static final int PATIENCE_MILLIS = 10_000;
  private static final int STATUS = "HTTP/1.1 ".length();
  private static final String END = "\r\n\r\n";
  private static final String LENGTH = "Content-Length: ";
  private static final String COOKIE = "Set-Cookie: ";

  /** What JMeter sends with every request. */
  private static final String HEAD =
      """
       HTTP/1.1\r
      Connection: keep-alive\r
      Host: 127.0.0.1:8080\r
      User-Agent: Apache-HttpClient/4.5.14 (Java/17.0.15)\r
      """;

  private final Socket socket;
  private final byte[] answer = new byte[16 * 1024];
  private final List<byte[]> requests;
  private int length;
  private int next;

  /** Connects and opens a session. */
  Line(int port, long user, Script script) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
    String opening = "GET /departments?user=" + user + HEAD;
    exchange(bytes(opening + "\r\n"));
    String head = text();
    int from = head.indexOf(COOKIE);
    if (from < 0) {
      throw new IOException("no session was opened: " + head);
    }
    String session = "Cookie: " + head.substring(from + COOKIE.length(), head.indexOf(';', from));
    requests =
        script == Script.OPEN
            ? List.of(bytes(opening + session + END))
            : List.of(
                post("change", session, "value=0-user-d-1-120000"),
                post("commit", session, ""),
                post("change", session, "value=1-user-d-1-120000"),
                post("commit", session, ""));
  }

  private static byte[] post(String path, String session, String form) {
    return bytes(
        "POST /departments/"
            + path
            + HEAD
            + session
            + "\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            + LENGTH
            + form.length()
            + END
            + form);
  }

  private static byte[] bytes(String request) {
    return request.getBytes(StandardCharsets.US_ASCII);
  }

  private String text() {
    return new String(answer, 0, length, StandardCharsets.ISO_8859_1);
  }

  /** What was answered last. */
  byte[] body() {
    return Arrays.copyOfRange(answer, text().indexOf(END) + END.length(), length);
  }

  /**
   * Sends the next request and waits for the whole answer.
   *
   * @throws IOException if the answer is no success, or none comes
   */
  void request() throws IOException {
    exchange(requests.get(next));
    next = next + 1 < requests.size() ? next + 1 : 0;
  }

  private void exchange(byte[] request) throws IOException {
    socket.getOutputStream().write(request);
    length = 0;
    do {
      int read = socket.getInputStream().read(answer, length, answer.length - length);
      if (read < 0) {
        throw new EOFException("the server closed a connection that was to be kept");
      }
      length += read;
    } while (!isComplete(text()));
  }

  /**
   * Just enough of HTTP/1.1 to know where an answer ends.
   *
   * @throws IOException if it is no success, or does not tell its length
   */
  static boolean isComplete(String answer) throws IOException {
    int end = answer.indexOf(END);
    if (end < 0) {
      return false;
    }
    int from = answer.indexOf(LENGTH);
    if (answer.charAt(STATUS) != '2' || from < 0 || from > end) {
      throw new IOException("no success with a length: " + answer);
    }
    int body = Integer.parseInt(answer, from + LENGTH.length(), answer.indexOf('\r', from), 10);
    return answer.length() >= end + END.length() + body;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
