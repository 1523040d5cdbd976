package cloakroom.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Docker daemon for Testcontainers, with one container that only writes a log. */
final class FakeDocker implements AutoCloseable {
  private static final String ID =
      "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
  private static final Map<String, Object> INFO =
      Map.of(
          "OSType", "linux",
          "OperatingSystem", "none",
          "ServerVersion", "29.0.0",
          "MemTotal", 4_000_000_000L,
          "Labels", List.of());
  private static final ObjectMapper JSON = new ObjectMapper();
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final String log;
  private final boolean dies;
  private volatile JsonNode order;
  private volatile boolean running;

  FakeDocker(String log, boolean dies) throws IOException {
    this.log = log;
    this.dies = dies;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  String host() {
    return "tcp://127.0.0.1:" + server.getAddress().getPort();
  }

  JsonNode order() {
    return order;
  }

  List<String> requests() {
    return List.copyOf(requests);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath().replaceFirst("^/v[0-9.]+", "");
    byte[] body = exchange.getRequestBody().readAllBytes();
    requests.add(exchange.getRequestMethod() + " " + path);
    try (exchange) {
      switch (path.replace(ID, "ID")) {
        case "/_ping" -> send(exchange, 200, "OK");
        case "/info" -> send(exchange, 200, INFO);
        case "/version" -> send(exchange, 200, Map.of("ApiVersion", "1.44", "Version", "29.0.0"));
        case "/containers/create" -> {
          order = JSON.readTree(body);
          send(exchange, 201, Map.of("Id", ID, "Warnings", List.of()));
        }
        case "/containers/json", "/images/json" -> send(exchange, 200, List.of());
        case "/containers/ID/start" -> run(exchange, true);
        case "/containers/ID/json" -> send(exchange, 200, container());
        case "/containers/ID/logs" -> send(exchange, 200, frame());
        case "/containers/ID/kill", "/containers/ID/stop" -> run(exchange, false);
        case "/containers/prune", "/networks/prune", "/volumes/prune", "/images/prune" ->
            send(exchange, 200, Map.of("SpaceReclaimed", 0));
        case "/containers/ID" -> send(exchange, 204, "");
        default -> image(exchange, path);
      }
    }
  }

  private void run(HttpExchange exchange, boolean nowRuns) throws IOException {
    running = nowRuns;
    send(exchange, 204, "");
  }

  /** All images exist, except those named missing or unreachable. */
  private static void image(HttpExchange exchange, String path) throws IOException {
    String query = String.valueOf(exchange.getRequestURI().getQuery());
    if (path.equals("/images/create") && query.contains("unreachable")) {
      send(exchange, 500, Map.of("message", "dial tcp: connect: network is unreachable"));
    } else if (path.matches("/images/(?!missing|unreachable).+/json")) {
      send(exchange, 200, Map.of("Id", "sha256:1", "Created", "2026-01-01T00:00:00Z"));
    } else {
      send(exchange, 404, Map.of("message", "no such thing: " + path));
    }
  }

  private Map<String, Object> container() {
    boolean alive = running;
    running = running && !(dies && requests.contains("GET /containers/" + ID + "/logs"));
    Map<String, Object> state =
        Map.of(
            "Running", alive,
            "Status", alive ? "running" : "exited",
            "ExitCode", alive ? 0 : 1,
            "StartedAt", "2026-01-01T00:00:00Z",
            "FinishedAt", alive ? "0001-01-01T00:00:00Z" : "2026-01-01T00:00:01Z");
    List<Object> port = List.of(Map.of("HostIp", "127.0.0.1", "HostPort", "1"));
    Map<String, Object> network = Map.of("Ports", Map.of("1521/tcp", port));
    Map<String, Object> config = Map.of("Image", "x");
    return Map.of("Id", ID, "State", state, "Config", config, "NetworkSettings", network);
  }

  /** Frame of the log stream: kind, three zeros, length, text. */
  private byte[] frame() throws IOException {
    byte[] text = log.getBytes(UTF_8);
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    frame.write(ByteBuffer.allocate(8).put((byte) 1).position(4).putInt(text.length).array());
    frame.write(text);
    return frame.toByteArray();
  }

  private static void send(HttpExchange exchange, int status, Object answer) throws IOException {
    byte[] body =
        answer instanceof byte[] bytes
            ? bytes
            : answer instanceof String text ? text.getBytes(UTF_8) : JSON.writeValueAsBytes(answer);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.getResponseHeaders().add("Api-Version", "1.44");
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
