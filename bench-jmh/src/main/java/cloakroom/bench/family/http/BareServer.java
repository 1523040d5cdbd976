package cloakroom.bench.family.http;

import cloakroom.http.TierServer;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * The bound of a tier: a Jetty server with the tier's connector and threads, whose handler reads
 * path, cookie and body and writes bytes made beforehand, those that a tier answers.
 */
final class BareServer extends Handler.Abstract {
  /** What {@code serve} adds to the threads that requests may take. */
  private static final int OWN_THREADS = 8;

  private static final HttpField JSON =
      new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/json");
  private static final HttpField NO_STORE =
      new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store");
  private static final Duration IDLE_CONNECTION = Duration.ofSeconds(90);
  private static final String SESSION = "CLOAKROOM";
  private static final String NEW_SESSION = SESSION + "=" + "0".repeat(32) + "; Path=/; HttpOnly";
  private static final int USER = 40;

  private final Map<String, byte[]> bodies;

  private BareServer(Map<String, byte[]> bodies) {
    this.bodies = bodies;
  }

  /** Starts one that repeats a tier's answers. */
  static Server listening() throws Exception {
    try (TierServer tier = TierUnderLoad.noop();
        Line line = new Line(tier.port(), USER, Script.CHANGE_AND_COMMIT)) {
      byte[] open = line.body();
      line.request();
      byte[] change = line.body();
      line.request();
      return with(
          new BareServer(
              Map.of(
                  "/departments",
                  open,
                  "/departments/change",
                  change,
                  "/departments/commit",
                  line.body())));
    }
  }

  private static Server with(BareServer handler) throws Exception {
    Server server = new Server(new QueuedThreadPool(TierUnderLoad.MOST_THREADS + OWN_THREADS));
    HttpConfiguration configuration = new HttpConfiguration();
    configuration.setSendServerVersion(false);
    ServerConnector connector =
        new ServerConnector(server, new HttpConnectionFactory(configuration));
    connector.setHost("127.0.0.1");
    connector.setIdleTimeout(IDLE_CONNECTION.toMillis());
    server.addConnector(connector);
    server.setHandler(handler);
    server.start();
    return server;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    byte[] body = bodies.get(Request.getPathInContext(request));
    if (Request.getCookies(request).stream().noneMatch(c -> c.getName().equals(SESSION))) {
      response.getHeaders().add(HttpHeader.SET_COOKIE, NEW_SESSION);
    }
    Content.Source.consumeAll(request);
    response.getHeaders().add(JSON);
    response.getHeaders().add(NO_STORE);
    response.write(true, ByteBuffer.wrap(body), callback);
    return true;
  }
}
