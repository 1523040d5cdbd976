package cloakroom.stress.monitor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AdminClientTest {
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final List<String> shown = new CopyOnWriteArrayList<>();
  private HttpServer admin;

  @BeforeEach
  void start() throws IOException {
    admin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    admin.createContext(
        "/counters",
        exchange -> {
          asked.add(exchange.getRequestURI().toString());
          shown.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
          byte[] body = "{\"counters\":{\"requests\":7}}".getBytes(UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    admin.start();
  }

  @AfterEach
  void stop() {
    admin.stop(0);
  }

  private AdminClient watch(String token) {
    return new AdminClient(
        "127.0.0.1", admin.getAddress().getPort(), token, Duration.ofMinutes(10));
  }

  @Test
  void counters_omitTheTimesOfRequests_andTheTokenIsSentIfThereIsOne() {
    assertThat(watch("").counters().orElseThrow().counters()).containsEntry("requests", 7L);
    assertThat(watch("a-token").report()).isPresent();

    assertThat(asked).containsExactly("/counters?times=false", "/counters");
    assertThat(shown).containsExactly("null", "Bearer a-token");
  }

  @Test
  void silentTier_isAnEmptyAnswer() {
    AdminClient watch = watch("");
    admin.stop(0);

    assertThat(watch.counters()).isEmpty();
  }
}
