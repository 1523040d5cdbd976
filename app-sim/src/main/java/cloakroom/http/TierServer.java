package cloakroom.http;

import cloakroom.contract.Headers;
import cloakroom.contract.NodeReport;
import cloakroom.platform.Daemons;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.server.handler.GracefulHandler;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** HTTP servers of a node: one for the application's pages, one for the admin port. */
public final class TierServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TierServer.class);
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(8); // docker stop allows more
  private static final int REQUEST_SHARE = 3; // part of a stop's time for running requests
  private static final int THREAD_STOP_MILLIS = 500; // for Jetty's threads after the last request
  private static final int STOP_IDLE_MILLIS = 250; // during a stop; browsers keep connections open
  private static final int ADMIN_THREADS = 8;
  private static final int BACKLOG = 4096; // Java's 50 overflows when thousands of users arrive

  /**
   * Time-outs that disconnect slow clients. {@code body} limits the time to send a request's body,
   * {@code idle} the time without any data from or to the client.
   */
  record ClientLimits(Duration body, Duration idle) {
    private static final ClientLimits DEFAULT =
        new ClientLimits(Duration.ofSeconds(10), Duration.ofSeconds(90));
  }

  /**
   * Ports, threads and admin access control of a node; port 0 chooses a free port.
   *
   * @param threads maximum number of requests processed concurrently
   */
  public record Listening(
      String host,
      int port,
      AdminGuard admin,
      int adminPort,
      int threads,
      boolean virtualThreads) {}

  private final Tier tier;
  private final RequestMetrics requests;
  private final TierMetrics metrics;
  private final GracefulHandler graceful;
  final Server pages;
  private final Server admin;
  private volatile long requestsCutOff;

  /** Losses caused by a stop: number of interrupted requests and of session states not saved. */
  public record ShutdownResult(long requests, int states) {}

  public TierServer(Tier tier, Listening listening) {
    this(tier, listening, ClientLimits.DEFAULT);
  }

  TierServer(Tier tier, Listening listening, ClientLimits limits) {
    this.tier = tier;
    this.requests = new RequestMetrics(tier.counts(), tier::counters);
    this.metrics = new TierMetrics(tier, requests);
    this.graceful = new GracefulHandler(new TierHandler(tier, requests, limits.body()));
    AdminGuard guard = listening.admin();
    Duration idle = limits.idle();
    this.pages = server(threads(listening), listening.host(), listening.port(), idle, graceful);
    pages.setErrorHandler(this::rejectAtStop);
    QueuedThreadPool few = new QueuedThreadPool(ADMIN_THREADS, 1);
    Handler handler = new AdminHandler(tier, requests, metrics, guard);
    this.admin = server(few, guard.host, listening.adminPort(), idle, handler);
  }

  private static QueuedThreadPool threads(Listening listening) {
    QueuedThreadPool threads = new QueuedThreadPool(listening.threads() + ADMIN_THREADS);
    threads.setName("tier");
    if (listening.virtualThreads()) {
      VirtualThreadPool requests = new VirtualThreadPool(listening.threads());
      requests.setName("tier-virtual");
      threads.addBean(requests);
      threads.setVirtualThreadsExecutor(requests);
    }
    return threads;
  }

  private static Server server(
      QueuedThreadPool threads, String host, int port, Duration idle, Handler handler) {
    Server server = new Server(threads);
    HttpConfiguration configuration = new HttpConfiguration();
    configuration.setSendServerVersion(false);
    configuration.setHeaderCacheSize(0); // it takes 100 KB a connection and saves no time
    configuration.addCustomizer(TierServer::noTunnel);
    ServerConnector connector =
        new ServerConnector(server, new HttpConnectionFactory(configuration)) {
          @Override
          protected boolean handleAcceptFailure(Throwable failure) {
            boolean stopping =
                failure instanceof InterruptedException
                    || failure instanceof ClosedChannelException;
            if (isRunning() && !stopping) {
              Throwable stack = failure instanceof IOException ? null : failure;
              String form =
                  "port {}: cannot accept connections: {}; if no file handle is left, raise the"
                      + " limit (ulimit -n)";
              TierServer.LOG.warn(form, getLocalPort(), failure.getMessage(), stack);
            }
            return super.handleAcceptFailure(failure);
          }

          /**
           * Does nothing, because the closed port ends the acceptors. An interrupt can meet a
           * thread that already serves a request, and then closes the connection without a
           * response.
           */
          @Override
          protected void interruptAcceptors() {}
        };
    connector.setHost(host);
    connector.setPort(port);
    connector.setAcceptQueueSize(BACKLOG);
    connector.setIdleTimeout(idle.toMillis());
    connector.setShutdownIdleTimeout(STOP_IDLE_MILLIS);
    server.addConnector(connector);
    server.setHandler(handler);
    server.setErrorHandler(TierServer::reject);
    threads.setStopTimeout(THREAD_STOP_MILLIS);
    return server;
  }

  /**
   * Rejects a request while the server stops. Counts a 503 response as an error, because the load
   * generator counts it too.
   */
  private boolean rejectAtStop(Request request, Response response, Callback callback) {
    if (response.getStatus() == HttpStatus.SERVICE_UNAVAILABLE_503) {
      long nanos = System.nanoTime() - request.getBeginNanoTime();
      requests.error();
      requests.end(requests.begin(request.getHeaders().get(Headers.PHASE)), nanos);
    }
    return reject(request, response, callback);
  }

  /** Sends an error as JSON instead of Jetty's HTML error page. */
  private static boolean reject(Request request, Response response, Callback callback) {
    Object reason = request.getAttribute(ErrorHandler.ERROR_MESSAGE);
    RequestError error = RequestError.ofServer(response.getStatus(), reason);
    response.getHeaders().put(Headers.ERROR, error.error());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
    response.write(true, ByteBuffer.wrap(JsonText.bytes(error)), callback);
    return true;
  }

  /** Closes the connection of a CONNECT request, which Jetty would keep open as a tunnel. */
  private static Request noTunnel(Request request, HttpFields.Mutable unused) {
    if (HttpMethod.CONNECT.is(request.getMethod())) {
      request.addHttpStreamWrapper(
          stream ->
              new HttpStream.Wrapper(stream) {
                @Override
                public void prepareResponse(HttpFields.Mutable headers) {
                  super.prepareResponse(headers);
                  headers.put(HttpFields.CONNECTION_CLOSE);
                }
              });
    }
    return request;
  }

  public void exportTo(URI collector) {
    metrics.exportTo(collector);
  }

  /**
   * Starts both servers. If one fails, stops both.
   *
   * @throws IOException if a port is in use
   */
  public void start() throws IOException {
    try {
      admin.start();
      pages.start();
    } catch (Exception e) {
      stop(pages);
      stop(admin);
      throw e instanceof IOException io ? io : new IOException(e.getMessage(), e);
    }
  }

  public int port() {
    return port(pages);
  }

  public int adminPort() {
    return port(admin);
  }

  private static int port(Server server) {
    return ((ServerConnector) server.getConnectors()[0]).getLocalPort();
  }

  public NodeReport report() {
    return tier.report(requests, true);
  }

  @Override
  public void close() {
    stop(STOP_TIMEOUT);
  }

  /**
   * Stops gracefully: waits for running requests, saves session state as snapshots and closes all
   * connections. Abandons unfinished work after the time-out. The node's report stays readable.
   */
  public ShutdownResult stop(Duration timeout) {
    CompletableFuture<Void> stopping =
        CompletableFuture.runAsync(() -> stopInOrder(timeout), Daemons.each("tier-stop"));
    try {
      stopping.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      LOG.debug("not stopped within {}", timeout);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
    return new ShutdownResult(requestsCutOff, tier.unsavedStates());
  }

  private void stopInOrder(Duration timeout) {
    pages.setStopTimeout(timeout.dividedBy(REQUEST_SHARE).toMillis());
    stop(pages);
    requestsCutOff = graceful.getCurrentRequestCount();
    tier.sessions().close();
    tier.application().close();
    tier.closeConnections();
    stop(admin);
    metrics.close();
  }

  private static void stop(Server server) {
    try {
      server.stop();
    } catch (TimeoutException e) {
      LOG.debug("requests have not finished in time");
    } catch (Exception e) {
      LOG.warn("cannot stop the server", e);
    }
  }
}
