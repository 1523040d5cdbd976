package cloakroom.stress.monitor;

import cloakroom.contract.LiveHeap;
import cloakroom.contract.NodeReport;
import cloakroom.stress.process.Records;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/**
 * Client of the HTTP admin port of an application tier. Methods return an empty result if the tier
 * does not respond in time.
 */
public final class AdminClient {
  private final HttpClient client;
  private final String admin;
  private final String token;
  private final Duration timeout;

  public AdminClient(String host, int adminPort, String token, Duration timeout) {
    HttpClient.Builder builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
    this.client = builder.connectTimeout(timeout).build();
    this.timeout = timeout;
    this.admin = "http://" + host + ":" + adminPort;
    this.token = token;
  }

  public Optional<NodeReport> counters() {
    return send(request("/counters?times=false"), NodeReport.class);
  }

  public Optional<NodeReport> report() {
    return send(request("/counters"), NodeReport.class);
  }

  public Optional<NodeReport> begin() {
    return send(post("/trial"), NodeReport.class);
  }

  public Optional<ObjectNode> live() {
    return send(request("/live/state"), ObjectNode.class);
  }

  /**
   * Measures the tier's heap in use after a garbage collection, during which all requests wait. The
   * timeout is one minute.
   */
  public Optional<LiveHeap> liveHeap() {
    return send(post("/heap").timeout(Duration.ofMinutes(1)), LiveHeap.class);
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(admin + path)).timeout(timeout);
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  private HttpRequest.Builder post(String path) {
    return request(path).POST(HttpRequest.BodyPublishers.noBody());
  }

  private <T> Optional<T> send(HttpRequest.Builder request, Class<T> type) {
    try {
      HttpResponse<InputStream> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
      try (InputStream body = response.body()) {
        boolean ok = response.statusCode() == 200;
        return ok ? Optional.of(Records.read(body, type)) : Optional.empty();
      }
    } catch (IOException e) {
      // The tier did not respond, so the result is empty.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Optional.empty();
  }
}
