package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.app.Hr;
import cloakroom.app.NoopApplication;
import cloakroom.connection.LogCapture;
import cloakroom.database.Await;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bytes of a connection to the pages, and the memory of a request. */
class WireTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int WARM_UP = 4_000;
  private static final int REQUESTS = 4_000;

  /** Measured: 2.5 KB, of which Jetty allocates 1.9 KB. */
  private static final long MOST_BYTES = 4_096;

  private static final int USERS = 300;

  /** Measured: 4.7 KB with the client's end of the connection; 106 KB with Jetty's cache. */
  private static final long MOST_KEPT = 10_240;

  private TierServer server;
  private Wire wire;
  private final LogCapture log = LogCapture.atPresentLevel();

  @BeforeEach
  void start() throws IOException {
    server = TestTier.start(new NoopApplication(Hr.APPLICATION));
    wire = Wire.to(server.port());
  }

  @AfterEach
  void stop() throws IOException {
    wire.close();
    server.close();
    log.close();
  }

  private void send(String line, String... headers) throws IOException {
    send(wire, line, headers);
  }

  private static void send(Wire by, String line, String... headers) throws IOException {
    String head = line + " HTTP/1.1\r\nHost: 127.0.0.1\r\n";
    for (String header : headers) {
      head += header + "\r\n";
    }
    by.send(head + "\r\n");
  }

  private String answer() throws IOException {
    return wire.answer();
  }

  @Test
  void formThatIsTooLarge_isReadToItsEnd_soThatItsSenderLearnsWhy() throws Exception {
    send("GET /departments?user=1");
    String cookie = Wire.cookie(answer());
    String form = "value=" + "x".repeat(100_000);

    send(
        "POST /departments/change",
        cookie,
        "Content-Type: application/x-www-form-urlencoded",
        "Content-Length: " + form.length());
    Await.until("its head has come", () -> server.report().counters().get("requests") == 2);
    wire.send(form);

    assertThat(answer()).startsWith("HTTP/1.1 413").contains("form of more than 16384 bytes");
    send("GET /departments", cookie);
    assertThat(answer()).startsWith("HTTP/1.1 200");
  }

  @Test
  void connection_isKeptAlsoAfterAnError_untilTheClientClosesIt() throws Exception {
    send("GET /departments?user=3");
    String first = answer();
    send("POST /departments/commit", "Content-Length: 0");
    String refused = answer();
    send("GET /departments", Wire.cookie(first));
    String last = answer();

    assertThat(first).startsWith("HTTP/1.1 200").doesNotContainIgnoringCase("Connection: close");
    assertThat(refused).startsWith("HTTP/1.1 409").contains("Cloakroom-Error: noSession");
    assertThat(last).startsWith("HTTP/1.1 200").doesNotContain("Set-Cookie");
    send("GET /departments?user=3", "Connection: close");
    assertThat(answer()).containsIgnoringCase("Connection: close");
    assertThat(wire.in().read()).isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "127.0.0.1:80", "/departments"})
  void tunnel_isRefusedAndItsConnectionClosed(String target) throws Exception {
    for (int port : new int[] {server.port(), server.adminPort()}) {
      try (Wire tunnel = Wire.to(port)) {
        send(tunnel, "CONNECT " + target);
        assertThat(tunnel.answer()).startsWith("HTTP/1.1 4");
        assertThat(tunnel.in().read()).isEqualTo(-1);
      }
    }
  }

  @Test
  void userNumber_isReadHoweverItIsWritten() throws Exception {
    for (String query : List.of("user=42", "user=4%32", "a=b&user=42", "&user=42&user=1")) {
      send("GET /departments?" + query);
      String head = answer();
      assertThat(head).as(query).startsWith("HTTP/1.1 200");
    }
    for (String query : List.of("user=042", "user=+42", "user=", "user=4294967296", "user=4x")) {
      send("GET /departments?" + query);
      assertThat(answer()).as(query).startsWith("HTTP/1.1 400");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ;charset=bogus    | value=a           | charset=bogus is not supported; use utf-8
          ;charset=b%C3,x   | value=a           | charset=b%C3,x is not supported; use utf-8
          ''                | value=%zz         | form value=%zz: % must be followed by two hex
          ''                | value=%4          | form value=%4: % must be followed by two hex
          ''                | value=a&b=%u1234  | form b=%u1234: % must be followed by two hex
          ''                | value=%ED%A0%80   | form value=%ED%A0%80: is not valid UTF-8
          ;charset=us-ascii | value=%FF         | form value=%FF: is not valid US-ASCII
          ;charset=cesu-8   | value=%ED%A0%80   | value: contains half a surrogate pair; send whole characters
          ''                | value=%00         | value of 1 characters
          """)
  void formThatCannotBeDecoded_isABadRequestThatNamesIt(String charset, String form, String reason)
      throws Exception {
    send("GET /departments?user=3");
    String cookie = Wire.cookie(answer());
    send(
        "POST /departments/change",
        cookie,
        "Content-Type: application/x-www-form-urlencoded" + charset,
        "Content-Length: " + form.length() + "\r\n\r\n" + form);
    assertBadRequest(answer(), reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          user=%zz          | user=%zz: % must be followed by two hexadecimal digits
          a=b&user=%u1234   | user=%u1234: % must be followed by two hexadecimal digits
          user=1&x=%        | x=%: % must be followed by two hexadecimal digits
          user=%ED%A0%80    | user=%ED%A0%80: is not valid UTF-8
          """)
  void queryThatCannotBeDecoded_isABadRequestThatNamesIt(String query, String reason)
      throws Exception {
    send("GET /departments?" + query);
    assertBadRequest(answer(), "query " + reason);
  }

  private void assertBadRequest(String answer, String reason) {
    assertThat(answer).startsWith("HTTP/1.1 400").contains("\"message\":\"" + reason);
    assertThat(log.lines()).as("logged").isEmpty();
  }

  @Tag("soak")
  @Test
  void requestWithoutApplication_makesLittleGarbage() throws Exception {
    send("GET /departments?user=3");
    String cookie = Wire.cookie(answer());
    repeat(WARM_UP, cookie);
    Map<Long, Long> before = allocated();

    repeat(REQUESTS, cookie);

    long bytes =
        allocated().entrySet().stream()
            .mapToLong(thread -> thread.getValue() - before.getOrDefault(thread.getKey(), 0L))
            .sum();
    assertThat(bytes / REQUESTS).as("bytes a request").isBetween(1L, MOST_BYTES);
  }

  @Tag("soak")
  @Test
  void userWhoThinks_keepsLittleOfTheHeap() throws Exception {
    List<Wire> users = new ArrayList<>();
    try {
      arrive(users, 1);
      long before = AdminHandler.heapInUse();

      arrive(users, 1 + USERS);

      assertThat((AdminHandler.heapInUse() - before) / USERS).isBetween(1L, MOST_KEPT);
    } finally {
      for (Wire user : users) {
        user.close();
      }
    }
  }

  private void arrive(List<Wire> users, int first) throws IOException {
    for (int i = 0; i < USERS; i++) {
      Wire user = Wire.to(server.port());
      users.add(user);
      String[] usual = {"Connection: keep-alive", "User-Agent: Apache-HttpClient/4.5.14"};
      send(user, "GET /departments?user=" + (first + i), usual);
      String cookie = Wire.cookie(user.answer());
      send(user, "GET /departments", usual[0], usual[1], cookie);
      user.answer();
    }
  }

  private static Map<Long, Long> allocated() {
    Map<Long, Long> bytes = new HashMap<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith("tier")) {
        bytes.put(thread.getId(), THREADS.getThreadAllocatedBytes(thread.getId()));
      }
    }
    return bytes;
  }

  private void repeat(int times, String cookie) throws IOException {
    for (int i = 0; i < times; i++) {
      send("POST /departments/commit", cookie, "Content-Length: 0");
      answer();
    }
  }
}
