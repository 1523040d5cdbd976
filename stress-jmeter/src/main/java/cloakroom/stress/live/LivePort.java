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
import com.sun.net.httpserver.Headers;
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
 * The port at which a run is looked at: the page, its figures as server-sent events, who holds
 * which connection, and metrics. It listens on loopback, answers as the tier's admin port does, and
 * changes nothing. Its threads sleep while nobody asks.
 */
public final class LivePort implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final Map<String, String> TEXT =
      Map.of("Content-Type", "text/plain;version=0.0.4;charset=utf-8");
  private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");
  private static final Map<String, String> EVENTS = Map.of("Content-Type", "text/event-stream");
  private static final Set<String> METHODS = Set.of("GET", "HEAD");
  private static final int MOST_WHO_LOOK = 16;

  private final InlinePage page =
      InlinePage.of(
          Resources.text("cloakroom/stress/live/live.html")
              .replace("/*document.css*/", HtmlRenderer.styles())
              .replace("/*chart.js*/", HtmlRenderer.chartLibrary())
              .replace("/*nodes.js*/", Resources.text("cloakroom/platform/nodes.js")));

  private final SameOriginCheck site = new SameOriginCheck(HOST);
  private final Semaphore seats = new Semaphore(MOST_WHO_LOOK);
  private final LiveRun run;
  private final boolean tokenAsked;
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool(Daemons.named("live"));

  private LivePort(LiveRun run, boolean tokenAsked, HttpServer server) {
    this.run = run;
    this.tokenAsked = tokenAsked;
    this.server = server;
  }

  /**
   * Opens the port, 0 for a free one. Fails in one line if it is taken.
   *
   * @param tokenAsked whether the nodes may ask for a token, which nobody shows here
   */
  public static LivePort open(int port, LiveRun run, boolean tokenAsked) {
    try {
      InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
      LivePort live = new LivePort(run, tokenAsked, HttpServer.create(address, 0));
      live.server.setExecutor(live.threads);
      live.server.createContext("/", live::handle);
      live.server.start();
      return live;
    } catch (IOException e) {
      throw StressFailure.wrongUse(
          "--live %d: cannot listen on %s:%d (%s); choose a free port, 0 for any, or --no-live",
          port, HOST, port, OneLine.why(e));
    }
  }

  public String address() {
    return "http://" + HOST + ":" + server.getAddress().getPort() + "/";
  }

  private void handle(HttpExchange exchange) throws IOException {
    try {
      answer(exchange, exchange.getRequestURI().getPath());
    } finally {
      exchange.close();
    }
  }

  private void answer(HttpExchange exchange, String path) throws IOException {
    String foreign = site.foreign(host(exchange), exchange.getRequestHeaders()::getFirst);
    if (!foreign.isEmpty()) {
      refuse(exchange, 403, "the live port accepts only same-origin requests to this host");
    } else if (!METHODS.contains(exchange.getRequestMethod())) {
      exchange.getResponseHeaders().set("Allow", "GET, HEAD");
      refuse(exchange, 405, "this port only tells; use GET or HEAD");
    } else {
      switch (path) {
        case "/" -> send(exchange, 200, page.headers(), page.text());
        case "/events" -> events(exchange);
        case "/nodes" -> nodes(exchange);
        case "/metrics" -> send(exchange, 200, TEXT, run.metrics());
        default -> refuse(exchange, 404, "there are /, /events, /nodes and /metrics");
      }
    }
  }

  /** The name that the client asked for, without a port; one in the address comes first. */
  private static String host(HttpExchange exchange) {
    String inAddress = exchange.getRequestURI().getHost();
    String header = exchange.getRequestHeaders().getFirst("Host");
    return inAddress != null || header == null ? inAddress : header.replaceFirst(":\\d*$", "");
  }

  private void nodes(HttpExchange exchange) throws IOException {
    if (tokenAsked) {
      String where = "; each node tells it at /live of its admin port";
      refuse(exchange, 403, "the nodes ask for the token in " + Variables.ADMIN_TOKEN + where);
    } else {
      send(exchange, 200, JSON, run.nodes().toString());
    }
  }

  /** As long as the client looks, or the run goes. */
  private void events(HttpExchange exchange) throws IOException {
    if (exchange.getRequestMethod().equals("HEAD")) {
      send(exchange, 200, EVENTS, "");
    } else if (seats.tryAcquire()) {
      head(exchange, EVENTS);
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
        seats.release();
      }
    } else {
      refuse(exchange, 503, MOST_WHO_LOOK + " look already");
    }
  }

  private static void refuse(HttpExchange exchange, int status, String why) throws IOException {
    send(exchange, status, TEXT, why + "\n");
  }

  private static void send(
      HttpExchange exchange, int status, Map<String, String> headers, String text)
      throws IOException {
    head(exchange, headers);
    byte[] body = text.getBytes(UTF_8);
    boolean bare = body.length == 0 || exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, bare ? -1 : body.length);
    if (!bare) {
      exchange.getResponseBody().write(body);
    }
  }

  private static void head(HttpExchange exchange, Map<String, String> headers) {
    Headers response = exchange.getResponseHeaders();
    response.set("Cache-Control", "no-store");
    response.set("X-Content-Type-Options", "nosniff");
    headers.forEach(response::set);
  }

  /** Ends at once for who has been told the end, and soon for who has not. */
  @Override
  public void close() {
    Daemons.end(threads, 1);
    server.stop(0);
  }
}
