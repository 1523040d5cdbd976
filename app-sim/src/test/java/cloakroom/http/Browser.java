package cloakroom.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;

/** HTTP client with cookies for a port of this machine. */
public final class Browser {
  private static final ObjectMapper JSON = new ObjectMapper();
  private final HttpClient client;
  private final int port;

  private Browser(HttpClient client, int port) {
    this.client = client;
    this.port = port;
  }

  public Browser(int port) {
    this(HttpClient.newBuilder().cookieHandler(new CookieManager()).build(), port);
  }

  /** Returns a client without a cookie store. */
  public static Browser withoutCookies(int port) {
    return new Browser(HttpClient.newHttpClient(), port);
  }

  public Browser at(int otherPort) {
    return new Browser(client, otherPort);
  }

  /** Sends a POST with a form, or a GET without one; headers are names and values. */
  public CompletableFuture<HttpResponse<String>> sending(
      String path, String form, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    if (form != null) {
      request
          .header("Content-Type", "application/x-www-form-urlencoded")
          .POST(HttpRequest.BodyPublishers.ofString(form));
    }
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return client.sendAsync(request.build(), BodyHandlers.ofString());
  }

  public HttpResponse<String> get(String path, String... headers) {
    return sending(path, null, headers).join();
  }

  public HttpResponse<String> post(String path, String form, String... headers) {
    return sending(path, form, headers).join();
  }

  public String cookie(String name) {
    return ((CookieManager) client.cookieHandler().orElseThrow())
        .getCookieStore().getCookies().stream()
            .filter(cookie -> cookie.getName().equals(name))
            .findFirst()
            .orElseThrow()
            .getValue();
  }

  public static JsonNode json(HttpResponse<String> answer) {
    try {
      return JSON.readTree(answer.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JsonNode tree(Object value) {
    return JSON.valueToTree(value);
  }

  public static JsonNode served(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return json(answer);
  }

  static void assertError(HttpResponse<String> answer, int status, String kind) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Cloakroom-Error")).hasValue(kind);
    assertThat(json(answer).get("error").asText()).isEqualTo(kind);
    assertThat(answer.body()).doesNotContain("Exception", "\tat ");
  }
}
