package cloakroom.stress.live;

import static java.nio.charset.StandardCharsets.UTF_8;

import cloakroom.platform.Daemons;
import cloakroom.platform.InlinePage;
import cloakroom.platform.OneLine;
import cloakroom.platform.Resources;
import cloakroom.platform.SameOriginCheck;
import cloakroom.platform.Variables;
import cloakroom.stress.document.HtmlRenderer;
import cloakroom.stress.live.LiveRun.News;
import cloakroom.stress.process.StressFailure;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * Read-only HTTP server that shows a run in progress, reachable only from this machine. Serves a
 * page, metrics as server-sent events, the state of the nodes, and Prometheus metrics.
 */
public final class LivePort implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final Map<String, String> TEXT =
      Map.of("Content-Type", "text/plain;version=0.0.4;charset=utf-8");
  private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");
  private static final Map<String, String> EVENTS = Map.of("Content-Type", "text/event-stream");
  private static final int MAX_STREAMS = 16;
  private static final String TOKEN_REQUIRED =
      "the nodes require the token in %s; see /live at the admin port of each node"
          .formatted(Variables.ADMIN_TOKEN);
  private final InlinePage page =
      InlinePage.of(
          Resources.text("cloakroom/stress/live/live.html")
              .replace("/*document.css*/", HtmlRenderer.styles())
              .replace("/*chart.js*/", HtmlRenderer.chartLibrary())
              .replace("/*tables.js*/", Resources.text("cloakroom/platform/tables.js"))
              .replace("/*nodes.js*/", Resources.text("cloakroom/platform/nodes.js")));
  private final SameOriginCheck site = new SameOriginCheck(HOST);
  private final Semaphore streams = new Semaphore(MAX_STREAMS);
  private final LiveRun run;
  private final boolean tokenRequired;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool(Daemons.named("live"));

  /**
   * Opens the server; port 0 means any free port. Throws StressFailure if the port is in use. If
   * {@code tokenRequired}, serves no node states, because the nodes protect them by a token.
   */
  public LivePort(int port, LiveRun run, boolean tokenRequired) {
    this.run = run;
    this.tokenRequired = tokenRequired;
    try {
      InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      server = HttpServer.create(address, 0);
    } catch (IOException e) {
      throw StressFailure.wrongUse(
          "--live %d: cannot listen on %s:%d (%s); choose a free port, 0 for any, or --no-live",
          port, HOST, port, OneLine.why(e));
    }
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  public String address() {
    return "http://" + HOST + ":" + server.getAddress().getPort() + "/";
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String foreign = site.foreign(host(exchange), exchange.getRequestHeaders()::getFirst);
      if (!foreign.isEmpty()) {
        reject(exchange, 403, "the live port accepts only same-origin requests to this host");
      } else if (!Set.of("GET", "HEAD").contains(exchange.getRequestMethod())) {
        exchange.getResponseHeaders().set("Allow", "GET, HEAD");
        reject(exchange, 405, "the live port is read-only; use GET or HEAD");
      } else {
        switch (exchange.getRequestURI().getPath()) {
          case "/" -> send(exchange, 200, page.headers(), page.text());
          case "/events" -> sendEvents(exchange);
          case "/nodes" -> {
            if (tokenRequired) {
              reject(exchange, 403, TOKEN_REQUIRED);
            } else {
              send(exchange, 200, JSON, run.nodes().toString());
            }
          }
          case "/metrics" -> send(exchange, 200, TEXT, run.metrics());
          default -> reject(exchange, 404, "paths are /, /events, /nodes and /metrics");
        }
      }
    }
  }

  /**
   * Returns the requested host without port. A host in the request line overrides the Host header,
   * as HTTP requires.
   */
  private static String host(HttpExchange exchange) {
    String inAddress = exchange.getRequestURI().getHost();
    String header = exchange.getRequestHeaders().getFirst("Host");
    return inAddress != null || header == null ? inAddress : header.replaceFirst(":\\d*$", "");
  }

  private void sendEvents(HttpExchange exchange) throws IOException {
    if (exchange.getRequestMethod().equals("HEAD")) {
      send(exchange, 200, EVENTS, "");
    } else if (streams.tryAcquire()) {
      setHeaders(exchange, EVENTS);
      exchange.sendResponseHeaders(200, 0);
      try (OutputStream out = exchange.getResponseBody()) {
        News news = new News(LiveRun.NOTHING, "", false);
        while (!news.last()) {
          news = run.after(news.number());
          out.write(news.text().getBytes(UTF_8));
          out.flush();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } finally {
        streams.release();
      }
    } else {
      reject(exchange, 503, "all " + MAX_STREAMS + " event streams are in use; retry later");
    }
  }

  private static void reject(HttpExchange exchange, int status, String why) throws IOException {
    send(exchange, status, TEXT, why + "\n");
  }

  private static void send(
      HttpExchange exchange, int status, Map<String, String> headers, String text)
      throws IOException {
    setHeaders(exchange, headers);
    byte[] body = text.getBytes(UTF_8);
    boolean empty = body.length == 0 || exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, empty ? -1 : body.length);
    if (!empty) {
      exchange.getResponseBody().write(body);
    }
  }

  private static void setHeaders(HttpExchange exchange, Map<String, String> headers) {
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    headers.forEach(exchange.getResponseHeaders()::set);
  }

  /** Stops the server. Clients get up to one second to receive the final event. */
  @Override
  public void close() {
    Daemons.end(threads, 1);
    server.stop(0);
  }
}
