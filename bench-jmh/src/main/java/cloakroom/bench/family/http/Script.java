package cloakroom.bench.family.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What one connection sends, as bytes made beforehand: a request that opens its session, and then
 * others again and again.
 */
final class Script {
  /** What JMeter sends with every request. */
  private static final String HEADERS =
      """
      Connection: keep-alive\r
      Host: 127.0.0.1:8080\r
      User-Agent: Apache-HttpClient/4.5.14 (Java/17.0.15)\r
      """;

  private static final String HEAD = " HTTP/1.1\r\n" + HEADERS;
  private static final String FORM = "Content-Type: application/x-www-form-urlencoded\r\n";

  enum Kind {
    /** the page is opened again */
    OPEN("GET /departments"),
    /** the stress test's cycle: a value is changed, then committed */
    CHANGE_AND_COMMIT("POST /change, /commit");

    private final String words;

    Kind(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  private Script() {}

  static ByteBuffer opening(long user) {
    return bytes("GET /departments?user=" + user + HEAD + "\r\n");
  }

  static List<ByteBuffer> requests(Kind kind, long user, String cookie) {
    if (kind == Kind.OPEN) {
      return List.of(
          bytes("GET /departments?user=" + user + HEAD + "Cookie: " + cookie + "\r\n\r\n"));
    }
    List<ByteBuffer> cycle = new ArrayList<>();
    for (String value : new String[] {"value=0-user-d-1-120000", "value=1-user-d-1-120000"}) {
      cycle.add(post("/departments/change", cookie, value));
      cycle.add(post("/departments/commit", cookie, ""));
    }
    return cycle;
  }

  private static ByteBuffer post(String path, String cookie, String form) {
    String head = "POST " + path + HEAD + "Cookie: " + cookie + "\r\n" + FORM;
    return bytes(head + "Content-Length: " + form.length() + "\r\n\r\n" + form);
  }

  private static ByteBuffer bytes(String request) {
    byte[] ascii = request.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocateDirect(ascii.length).put(ascii).flip();
  }
}
