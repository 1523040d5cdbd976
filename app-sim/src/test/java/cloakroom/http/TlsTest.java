package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.contract.Variables;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that serves HTTPS, with a key that is made when it is first needed. */
final class TlsTest {
  private static final String PASSWORD = "of-the-key-store";

  @TempDir private static Path folder;
  private static Path file;
  private static TlsKey key;

  @BeforeAll
  static void make() {
    file = folder.resolve("made.p12");
    key = TlsKey.of(file, PASSWORD);
  }

  /** One that takes the certificate in the file for good, and no other. */
  private static HttpClient client() throws Exception {
    Certificate own =
        KeyStore.getInstance(file.toFile(), PASSWORD.toCharArray()).getCertificate("node");
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("node", own);
    TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return HttpClient.newBuilder().sslContext(context).build();
  }

  private static HttpResponse<String> get(HttpClient client, int port, String path)
      throws Exception {
    URI address = URI.create("https://localhost:" + port + path);
    return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
  }

  @Test
  void keyMadeAtFirstUse_servesBothPorts_andSessionsAreSecure() throws Exception {
    try (TierServer server =
        new TierServer(
            TestTier.of(new ScriptedApplication()),
            new TierServer.Listening(
                "127.0.0.1", 0, new AdminGuard("127.0.0.1", ""), 0, 4, false, key))) {
      server.start();
      HttpClient client = client();

      HttpResponse<String> page = get(client, server.port(), "/departments?user=3");
      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.headers().allValues("Set-Cookie"))
          .hasSize(2)
          .allMatch(cookie -> cookie.endsWith("; Path=/; HttpOnly; SameSite=Lax; Secure"));
      assertThat(get(client, server.adminPort(), "/health").body()).contains("up");
      assertThatThrownBy(() -> Browser.withoutCookies(server.port()).get("/departments"))
          .as("plain HTTP")
          .hasRootCauseInstanceOf(IOException.class);
    }
  }

  @Test
  void key_isMadeOnceAndForItsOwnerAlone() throws Exception {
    byte[] made = Files.readAllBytes(file);
    TlsKey.of(file, PASSWORD);

    assertThat(file).hasBinaryContent(made);
    assertThat(file.getParent()).isDirectoryNotContaining("glob:**/.tls*");
    assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
  }

  @Test
  void whatOpensNoKey_isRefusedInOneLine() throws Exception {
    assertRefused(file, "another-password", "keystore password was incorrect");
    assertRefused(file, "short", "set the environment variable " + Variables.TLS_PASSWORD);
    assertRefused(Files.writeString(folder.resolve("text"), "a text"), PASSWORD, "no key store");
    assertRefused(folder.resolve("no/such/folder.p12"), PASSWORD, "no key store");
    assertRefused(folder, PASSWORD, "no key store");
  }

  private static void assertRefused(Path file, String password, String why) {
    assertThatThrownBy(() -> TlsKey.of(file, password))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("--tls " + file + ": ")
        .hasMessageContaining(why)
        .message()
        .hasLineCount(1)
        .doesNotContain(password);
  }
}
