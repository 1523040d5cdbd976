package cloakroom.stress.watch;

import cloakroom.contract.LiveHeap;
import cloakroom.contract.NodeReport;
import cloakroom.contract.Variables;
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
public final class TierWatch {
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();
  private final HttpRequest counters;
  private final HttpRequest report;
  private final HttpRequest live;
  private final HttpRequest trial;
  private final HttpRequest heap;

  /** Watches the tier whose admin port is on this machine; it inherits the token, if any. */
  public TierWatch(int adminPort) {
    this(adminPort, System.getenv().getOrDefault(Variables.ADMIN_TOKEN, ""));
  }

  TierWatch(int adminPort, String token) {
    this("127.0.0.1", adminPort, token);
  }

  /** Watches a tier anywhere, to which it shows that token, if it is one. */
  public TierWatch(String host, int adminPort, String token) {
    String admin = "http://" + host + ":" + adminPort;
    Duration soon = Duration.ofSeconds(2);
    HttpRequest.BodyPublisher nothing = HttpRequest.BodyPublishers.noBody();
    counters = to(admin + "/counters?times=false", token).timeout(soon).build();
    report = to(admin + "/counters", token).timeout(soon).build();
    live = to(admin + "/live/state", token).timeout(soon).build();
    trial = to(admin + "/trial", token).timeout(soon).POST(nothing).build();
    heap = to(admin + "/heap", token).timeout(Duration.ofSeconds(60)).POST(nothing).build();
  }

  private static HttpRequest.Builder to(String address, String token) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address));
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  /** Counters and gauges without the times of requests; empty without an answer in two seconds. */
  public Optional<NodeReport> counters() {
    return ask(counters, NodeReport.class);
  }

  /** Everything the tier tells of itself; empty when there is no answer within two seconds. */
  public Optional<NodeReport> report() {
    return ask(report, NodeReport.class);
  }

  /** Has a trial begin on a tier that goes on: what it counted before; empty if it cannot. */
  public Optional<NodeReport> begin() {
    return ask(trial, NodeReport.class);
  }

  /** How all stands and who holds which connection; empty without an answer in two seconds. */
  public Optional<ObjectNode> live() {
    return ask(live, ObjectNode.class);
  }

  /** Weighs the tier's live heap, for which all its requests wait; empty after a minute. */
  public Optional<LiveHeap> liveHeap() {
    return ask(heap, LiveHeap.class);
  }

  private <T> Optional<T> ask(HttpRequest request, Class<T> type) {
    try {
      HttpResponse<InputStream> response =
          client.send(request, HttpResponse.BodyHandlers.ofInputStream());
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
