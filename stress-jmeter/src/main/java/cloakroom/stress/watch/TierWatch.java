package cloakroom.stress.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** Asks the tier's admin port for its counters and gauges. */
public final class TierWatch {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The environment variable with the token that a tier may ask for, which it inherits. */
  private static final String TOKEN = "CLOAKROOM_ADMIN_TOKEN";

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();
  private final HttpRequest counters;
  private final HttpRequest report;
  private final HttpRequest heap;

  /** Watches the tier whose admin port is on this machine. */
  public TierWatch(int adminPort) {
    this(adminPort, System.getenv().getOrDefault(TOKEN, ""));
  }

  TierWatch(int adminPort, String token) {
    Duration soon = Duration.ofSeconds(2);
    counters = to(adminPort, token, "/counters?times=false").timeout(soon).build();
    report = to(adminPort, token, "/counters").timeout(soon).build();
    heap =
        to(adminPort, token, "/heap")
            .timeout(Duration.ofSeconds(60))
            .POST(HttpRequest.BodyPublishers.noBody())
            .build();
  }

  private static HttpRequest.Builder to(int adminPort, String token, String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + adminPort + path));
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  /**
   * Counters and gauges without the times of requests, which a tier need not write each second;
   * empty when there is no answer within two seconds.
   */
  public Optional<JsonNode> counters() {
    return ask(counters);
  }

  /** Everything the tier tells of itself; empty when there is no answer within two seconds. */
  public Optional<JsonNode> report() {
    return ask(report);
  }

  /**
   * Lets the tier collect its garbage, for which all its requests wait.
   *
   * @return its live heap in {@code bytes} and the {@code sessions} that it holds; empty when there
   *     is no answer within a minute
   */
  public Optional<JsonNode> liveHeap() {
    return ask(heap);
  }

  private Optional<JsonNode> ask(HttpRequest request) {
    try {
      HttpResponse<InputStream> response =
          client.send(request, HttpResponse.BodyHandlers.ofInputStream());
      try (InputStream body = response.body()) {
        return response.statusCode() == 200 ? Optional.of(JSON.readTree(body)) : Optional.empty();
      }
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
