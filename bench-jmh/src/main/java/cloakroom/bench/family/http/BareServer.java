package cloakroom.bench.family.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import org.eclipse.jetty.http.HttpCookie;
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
 * path, cookie and body and writes bytes made beforehand, as many as the tier does.
 */
final class BareServer implements HttpCell.Server {
  private static final HttpField JSON =
      new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "application/json");
  private static final HttpField NO_STORE =
      new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store");
  private static final Duration IDLE_CONNECTION = Duration.ofSeconds(90);

  private final Server server;

  private static final class Answer extends Handler.Abstract {
    private static final String SESSION = "CLOAKROOM";
    private static final String NEW_SESSION = SESSION + "=" + "0".repeat(32) + "; Path=/; HttpOnly";

    private final Bodies bodies;
    private final Duration wait;

    Answer(Bodies bodies, Duration wait) {
      this.bodies = bodies;
      this.wait = wait;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      ByteBuffer body = bodies.at(Request.getPathInContext(request));
      if (!hasSession(request)) {
        response.getHeaders().add(HttpHeader.SET_COOKIE, NEW_SESSION);
      }
      Content.Source.consumeAll(request);
      if (!wait.isZero()) {
        Thread.sleep(wait.toMillis());
      }
      response.getHeaders().add(JSON);
      response.getHeaders().add(NO_STORE);
      response.write(true, body, callback);
      return true;
    }

    private static boolean hasSession(Request request) {
      for (HttpCookie cookie : Request.getCookies(request)) {
        if (SESSION.equals(cookie.getName())) {
          return true;
        }
      }
      return false;
    }
  }

  /**
   * Starts it.
   *
   * @param threads most requests worked on at a time
   * @param wait how long each request waits, as if for a database
   */
  BareServer(Bodies bodies, int threads, Duration wait) throws IOException {
    QueuedThreadPool pool = new QueuedThreadPool(threads);
    pool.setName("bare");
    server = new Server(pool);
    HttpConfiguration configuration = new HttpConfiguration();
    configuration.setSendServerVersion(false);
    ServerConnector connector =
        new ServerConnector(server, new HttpConnectionFactory(configuration));
    connector.setHost("127.0.0.1");
    connector.setIdleTimeout(IDLE_CONNECTION.toMillis());
    server.addConnector(connector);
    server.setHandler(new Answer(bodies, wait));
    try {
      server.start();
    } catch (Exception e) {
      throw e instanceof IOException io ? io : new IOException(e.getMessage(), e);
    }
  }

  @Override
  public int port() {
    return ((ServerConnector) server.getConnectors()[0]).getLocalPort();
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the bare server did not stop", e);
    }
  }

  /** The bodies that a tier without database answers, for a server that just repeats them. */
  record Bodies(Map<String, byte[]> byPath) {
    private static final int USER = 40;

    static Bodies of(int port) throws IOException {
      try (Line line = new Line(port, USER, Script.Kind.CHANGE_AND_COMMIT)) {
        byte[] open = line.body();
        byte[] change = next(line);
        byte[] commit = next(line);
        return new Bodies(
            Map.of(
                "/departments",
                open,
                "/departments/change",
                change,
                "/departments/commit",
                commit));
      }
    }

    private static byte[] next(Line line) throws IOException {
      line.sendNext();
      line.awaitAnswer();
      return line.body();
    }

    ByteBuffer at(String path) {
      return ByteBuffer.wrap(byPath.get(path));
    }
  }
}
