package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.app.Hr;
import cloakroom.app.NoopApplication;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The admin port rejects pages of other sites, and beyond loopback requires a token. */
final class AdminPortTest {
  private static final String TOKEN = "a-token-of-the-tests";
  private TierServer server;

  private void start(String adminHost, String token) throws IOException {
    server =
        new TierServer(
            TestTier.of(new NoopApplication(Hr.APPLICATION)),
            TestTier.listening(new AdminGuard(adminHost, token), 4));
    server.start();
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private String answer(String line, String headers) throws IOException {
    try (Wire wire = Wire.to(server.adminPort())) {
      return wire.ask(line, headers.split(" *\\| *", -1));
    }
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          POST /heap, Host: 127.0.0.1 | Origin: http://evil.example, Origin http://evil.example
          POST /heap, Host: 127.0.0.1:1 | Origin: http://127.0.0.1:2, Origin http://127.0.0.1:2
          POST /heap, Host: 127.0.0.1 | Origin: null, Origin null
          POST /heap, Host: 127.0.0.1 | Sec-Fetch-Site: cross-site, Sec-Fetch-Site cross-site
          POST /heap, Host: 127.0.0.1 | Sec-Fetch-Site: same-site, Sec-Fetch-Site same-site
          GET /counters, Host: 127.0.0.1 | Sec-Fetch-Site: cross-site, Sec-Fetch-Site cross-site
          GET /counters, Host: evil.example, Host evil.example
          GET /counters, Host: evil.example:8081, Host evil.example
          GET /counters, Host: 127.0.0.1.evil.example, Host 127.0.0.1.evil.example
          GET /counters, Host: localhost.evil.example, Host localhost.evil.example
          GET /counters, Host: 192.0.2.1, Host 192.0.2.1
          GET http://evil.example/counters, Host: evil.example, Host evil.example
          GET /health, Host: evil.example, Host evil.example
          """)
  void pageOfAnotherSite_isRefused(String line, String headers, String reason) throws Exception {
    start("127.0.0.1", "");
    assertThat(answer(line, headers))
        .startsWith("HTTP/1.1 403")
        .contains("\"error\":\"refused\"", reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: 127.0.0.1",
        "Host: localhost:8081",
        "Host: LOCALHOST",
        "Host: [::1]:8081",
        "Host: 127.1.2.3",
        "Host: 127.0.0.1:9 | Origin: http://127.0.0.1:9",
        "Host: 127.0.0.1 | Sec-Fetch-Site: same-origin",
        "Host: 127.0.0.1 | Sec-Fetch-Site: none"
      })
  void programAndOwnPage_areAnswered(String headers) throws Exception {
    start("127.0.0.1", "");
    assertThat(answer("GET /counters?times=false", headers)).startsWith("HTTP/1.1 200");
  }

  @Test
  void tokenThatIsSet_isDemanded() throws Exception {
    start("127.0.0.1", TOKEN);
    for (String wrong :
        new String[] {
          "",
          " | Authorization: Bearer " + TOKEN + "x",
          " | Authorization: Bearer",
          " | Authorization: Basic " + TOKEN
        }) {
      assertThat(answer("GET /metrics", "Host: 127.0.0.1" + wrong))
          .startsWith("HTTP/1.1 401")
          .contains("WWW-Authenticate: Bearer", "CLOAKROOM_ADMIN_TOKEN")
          .doesNotContain(TOKEN);
    }
    String right = "Host: 127.0.0.1 | Authorization: Bearer " + TOKEN;
    assertThat(answer("GET /metrics", right)).startsWith("HTTP/1.1 200");
    assertThat(answer("GET /counters", right)).startsWith("HTTP/1.1 200");
    assertThat(answer("GET /health", "Host: 127.0.0.1")).startsWith("HTTP/1.1 200");
  }

  @Test
  void pageToWatch_hasNoFigure_andAsksForThemWithTheToken() throws Exception {
    start("127.0.0.1", TOKEN);
    assertThat(answer("GET /live", "Host: 127.0.0.1"))
        .startsWith("HTTP/1.1 200")
        .contains("Content-Security-Policy: default-src 'none'; script-src 'sha256-")
        .contains("/live/state", "Connections in use of")
        .doesNotContain("nodes.js", TOKEN);
    assertThat(answer("GET /live/state", "Host: 127.0.0.1")).startsWith("HTTP/1.1 401");
    assertThat(answer("GET /live/state", "Host: 127.0.0.1 | Authorization: Bearer " + TOKEN))
        .startsWith("HTTP/1.1 200")
        .contains("\"policy\":\"test\",\"gauges\":{\"instances\":0,", "\"sources\":[]");
    assertThat(answer("GET /live", "Host: evil.example")).startsWith("HTTP/1.1 403");
    for (String path : new String[] {"/live", "/live/state"}) {
      assertThat(answer("POST " + path, "Host: 127.0.0.1 | Authorization: Bearer " + TOKEN))
          .startsWith("HTTP/1.1 405")
          .contains("GET, HEAD");
    }
  }

  @Test
  void portOnEveryAddress_isAskedUnderAnyName_withTheToken() throws Exception {
    start("0.0.0.0", TOKEN);
    String right = " | Authorization: Bearer " + TOKEN;
    assertThat(answer("GET /metrics", "Host: node-1:8081" + right)).startsWith("HTTP/1.1 200");
    assertThat(answer("GET /metrics", "Host: node-1:8081")).startsWith("HTTP/1.1 401");
    assertThat(answer("POST /trial", "Host: node-1:8081" + right)).startsWith("HTTP/1.1 200");
    assertThat(answer("GET /trial", "Host: node-1:8081" + right)).startsWith("HTTP/1.1 405");
    assertThat(answer("POST /trial", "Host: node-1:8081")).startsWith("HTTP/1.1 401");
    assertThat(answer("POST /heap", "Host: node-1 | Sec-Fetch-Site: cross-site" + right))
        .startsWith("HTTP/1.1 403");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
  void otherAddressThanLoopback_needsAToken(String host) {
    assertThatThrownBy(() -> new AdminGuard(host, ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--admin-host " + host + " requires a token: set the environment")
        .hasMessageContaining("CLOAKROOM_ADMIN_TOKEN to at least 16 visible ASCII characters");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fifteen-letters", "with a blank in it", "with-\u00fcmlauts-in-it"})
  void token_isLongAndFitsAHeader_andIsNotShown(String token) {
    assertThatThrownBy(() -> new AdminGuard("127.0.0.1", token))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("CLOAKROOM_ADMIN_TOKEN is not a valid token: set the environment");
    assertThat(TestTier.listening(new AdminGuard("127.0.0.1", TOKEN), 4))
        .asString()
        .doesNotContain(TOKEN);
  }
}
