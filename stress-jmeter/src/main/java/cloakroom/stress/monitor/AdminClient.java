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

/** Asks the tier's admin port for its counters and gauges. */
public final class AdminClient {
  private final HttpClient client;
  private final String admin;
  private final String token;
  private final Duration maxWait;

  /** Watches a tier, to which it shows that token, if it is one. */
  public AdminClient(String host, int adminPort, String token) {
    this(host, adminPort, token, Duration.ofSeconds(2));
  }

  AdminClient(String host, int adminPort, String token, Duration maxWait) {
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(maxWait)
            .build();
    this.maxWait = maxWait;
    this.admin = "http://" + host + ":" + adminPort;
    this.token = token;
  }

  private HttpRequest.Builder to(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(admin + path)).timeout(maxWait);
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  /** Counters and gauges without the times of requests; empty without an answer in two seconds. */
  public Optional<NodeReport> counters() {
    return ask(to("/counters?times=false"), NodeReport.class);
  }

  /** Everything the tier tells of itself; empty when there is no answer within two seconds. */
  public Optional<NodeReport> report() {
    return ask(to("/counters"), NodeReport.class);
  }

  /** Has a trial begin on a tier that goes on: what it counted before; empty if it cannot. */
  public Optional<NodeReport> begin() {
    return ask(to("/trial").POST(HttpRequest.BodyPublishers.noBody()), NodeReport.class);
  }

  /** How all stands and who holds which connection; empty without an answer in two seconds. */
  public Optional<ObjectNode> live() {
    return ask(to("/live/state"), ObjectNode.class);
  }

  /** Weighs the tier's live heap, for which all its requests wait; empty after a minute. */
  public Optional<LiveHeap> liveHeap() {
    HttpRequest.Builder weigh = to("/heap").POST(HttpRequest.BodyPublishers.noBody());
    return ask(weigh.timeout(Duration.ofMinutes(1)), LiveHeap.class);
  }

  private <T> Optional<T> ask(HttpRequest.Builder request, Class<T> type) {
    try {
      HttpResponse<InputStream> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
      try (InputStream body = response.body()) {
        return response.statusCode() == 200
            ? Optional.of(Records.read(body, type))
            : Optional.empty();
      }
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
