package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import cloakroom.database.Await;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.eclipse.jetty.util.VirtualThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VirtualThreadsTest {
  private static final int MOST = 2;
  private final ScriptedApplication application = new ScriptedApplication();
  private TierServer server;
  private Browser client;

  @BeforeEach
  void start() throws IOException {
    assumeTrue(
        VirtualThreads.areSupported(),
        () -> "JDK " + Runtime.version().feature() + " has no virtual threads, they need 21");
    server = TestTier.start(TestTier.of(application), MOST, true);
    client = Browser.withoutCookies(server.port());
  }

  @AfterEach
  void stop() {
    if (server != null) {
      application.mayLeave.countDown();
      server.close();
    }
  }

  private String newSession() {
    String cookie =
        client.get("/departments?user=1").headers().firstValue("Set-Cookie").orElseThrow();
    return cookie.substring(0, cookie.indexOf(';'));
  }

  private CompletableFuture<HttpResponse<String>> commit(String session) {
    return client.sending("/departments/commit", "", "Cookie", session);
  }

  @Test
  void bodiesThatAreNotThereYet_takeNoneOfTheThreads() throws Exception {
    List<Wire> slow = new ArrayList<>();
    for (int i = 0; i <= MOST; i++) {
      Wire wire = Wire.to(server.port());
      slow.add(wire);
      wire.send(
          "POST /departments/change HTTP/1.1\r\nHost: a\r\nCookie: "
              + newSession()
              + "\r\nContent-Type: application/x-www-form-urlencoded"
              + "\r\nContent-Length: 7\r\n\r\nval");
    }
    assertThat(commit(newSession()).get().statusCode()).isEqualTo(200);
    for (Wire wire : slow) {
      wire.send("ue=a");
      assertThat(wire.answer()).startsWith("HTTP/1.1 200");
      wire.close();
    }
    assertThat(application.onVirtualThreads.get()).isEqualTo(MOST + 2);
  }

  @Test
  void requests_runOnVirtualThreads_asManyAtATimeAsAllowed() throws Exception {
    List<String> sessions = Stream.generate(this::newSession).limit(10 * MOST).toList();
    application.mayLeave = new CountDownLatch(1);

    List<CompletableFuture<HttpResponse<String>>> answers =
        sessions.stream().map(this::commit).toList();

    Await.until("as many as allowed", () -> application.inCommit.get() == MOST);
    application.mayLeave.countDown();
    for (CompletableFuture<HttpResponse<String>> answer : answers) {
      assertThat(answer.get().statusCode()).isEqualTo(200);
    }
    assertThat(application.mostInCommit.get()).isEqualTo(MOST);
    assertThat(application.onVirtualThreads.get()).isEqualTo(sessions.size());
    Await.until("all are over", () -> application.inCommit.get() == 0);
  }
}
