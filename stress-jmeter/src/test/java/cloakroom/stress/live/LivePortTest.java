package cloakroom.stress.live;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.stress.live.LiveRun.Trial;
import cloakroom.stress.process.StressFailure;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LivePortTest {
  private final HttpClient client = HttpClient.newHttpClient();
  private final LiveRun run = new LiveRun();
  private LivePort port = new LivePort(0, run, false);

  @AfterEach
  void close() {
    run.close();
    port.close();
  }

  private HttpRequest.Builder to(String path) {
    return HttpRequest.newBuilder(URI.create(port.address()).resolve(path));
  }

  private HttpResponse<String> sent(HttpRequest.Builder request) throws Exception {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> get(String path) throws Exception {
    return sent(to(path));
  }

  private Iterator<String> events() throws Exception {
    HttpResponse<Stream<String>> answer =
        client.send(to("/events").build(), BodyHandlers.ofLines());
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/event-stream");
    return answer.body().iterator();
  }

  private static String next(Iterator<String> lines, String word) {
    String line = lines.next();
    while (!line.contains(word)) {
      line = lines.next();
    }
    return line;
  }

  @Test
  void page_isSelfContained() throws Exception {
    HttpResponse<String> page = get("/");

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html;charset=utf-8");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .matches(
            "default-src 'none'; script-src( 'sha256-\\S{43}='){4}; style-src( 'sha256-\\S{43}='){2};"
                + " connect-src 'self'; .* frame-ancestors 'none'");
    assertThat(page.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    assertThat(page.body())
        .contains("Chart.js v", "new EventSource(\"/events\")", "Connections in use of")
        .doesNotContain("/*chart.js*/", "/*nodes.js*/", "/*document.css*/", "src=\"", "http://")
        .doesNotContain("/*tables.js*/");
    HttpResponse<String> head = sent(to("/").method("HEAD", BodyPublishers.noBody()));
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
  }

  @Test
  void events_sendEachSecondAndTheEnd() throws Exception {
    run.begin(new Trial(1, 2, "<i>sticky 40</i>", "sticky", 100));
    run.row(Seconds.measured(1, 20));
    Iterator<String> early = events();
    assertThat(next(early, "\"seconds\":0.0")).contains("\"variant\":\"<i>sticky 40</i>\"");
    run.row(Seconds.measured(2, 40));

    Iterator<String> late = events();
    assertThat(next(early, "\"seconds\":1.0")).isEqualTo(next(late, "\"seconds\":1.0"));
    assertThat(next(early, "doing")).contains("40 of 100 transactions");
    run.close();
    for (Iterator<String> lines : List.of(early, late)) {
      assertThat(next(lines, "\"over\":true")).contains("the run has ended");
      assertThat(lines).toIterable().containsOnly("");
    }
  }

  @Test
  void events_moreClientsThanStreams_areRejected() throws Exception {
    for (int i = 0; i < 16; i++) {
      assertThat(events()).hasNext();
    }
    assertThat(get("/events").statusCode()).isEqualTo(503);
    assertThat(get("/metrics").headers().firstValue("Content-Type"))
        .hasValue("text/plain;version=0.0.4;charset=utf-8");
    assertThat(sent(to("/events").method("HEAD", BodyPublishers.noBody())).statusCode())
        .isEqualTo(200);
  }

  @Test
  void nodes_areQueriedUnlessTheyRequireAToken() throws Exception {
    assertThat(get("/nodes").body()).isEqualTo("[]");
    run.nodes(() -> List.of(JsonNodeFactory.instance.objectNode().put("name", "tier's node 2")));
    assertThat(get("/nodes").body()).isEqualTo("[{\"name\":\"tier's node 2\"}]");

    port.close();
    port = new LivePort(0, run, true);
    HttpResponse<String> rejected = get("/nodes");
    assertThat(rejected.statusCode()).isEqualTo(403);
    assertThat(rejected.body())
        .contains("CLOAKROOM_ADMIN_TOKEN", "/live at the admin port")
        .hasLineCount(1);
  }

  @Test
  void port_isReadOnly() throws Exception {
    for (String method : List.of("POST", "PUT", "DELETE", "OPTIONS")) {
      HttpResponse<String> answer =
          sent(to("/metrics").method(method, BodyPublishers.ofString("x=1")));
      assertThat(answer.statusCode()).as(method).isEqualTo(405);
      assertThat(answer.headers().firstValue("Allow")).hasValue("GET, HEAD");
    }
    HttpResponse<String> unknown = get("/etc/passwd");
    assertThat(unknown.statusCode()).isEqualTo(404);
    assertThat(unknown.body()).isEqualTo("paths are /, /events, /nodes and /metrics\n");
  }

  /** Returns the status of a request whose headers are separated by bars. */
  private int status(String line, String headers) throws IOException {
    int number = URI.create(port.address()).getPort();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), number)) {
      String request = line + " HTTP/1.1\r\n" + headers.replaceAll(" *\\| *", "\r\n") + "\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(US_ASCII));
      BufferedReader answer =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
      return Integer.parseInt(answer.readLine().split(" ", -1)[1]);
    }
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          GET /, Host: 127.0.0.1, 200
          GET /, Host: [::1]:8081, 200
          GET /metrics, Host: 127.0.0.1 | Sec-Fetch-Site: none, 200
          GET /metrics, Host: 127.0.0.1:9 | Origin: http://127.0.0.1:9, 200
          GET /, Host: evil.example, 403
          GET /nodes, Host: 127.0.0.1 | Sec-Fetch-Site: cross-site, 403
          GET /metrics, Host: 127.0.0.1:1 | Origin: http://127.0.0.1:2, 403
          GET http://evil.example/metrics, Host: 127.0.0.1, 403
          """)
  void request_ofAnotherSite_isRejected(String line, String headers, int status) throws Exception {
    assertThat(status(line, headers)).isEqualTo(status);
  }

  @Test
  void open_portInUse_isRejected() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int number = taken.getLocalPort();

      assertThatThrownBy(() -> new LivePort(number, run, false))
          .isInstanceOf(StressFailure.class)
          .hasMessage(
              "--live %d: cannot listen on 127.0.0.1:%d (Address already in use); choose a free port,"
                  + " 0 for any, or --no-live",
              number, number)
          .extracting(failure -> ((StressFailure) failure).exitCode())
          .isEqualTo(2);
    }
  }
}
