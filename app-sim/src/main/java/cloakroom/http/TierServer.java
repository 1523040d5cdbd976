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

/** HTTP servers of a node: one for the pages and one for the admin port. */
public final class TierServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TierServer.class);

  /** Default of a stop, shorter than {@code docker stop} allows. */
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(8);

  /** Divisor of the stop's time that gives the time for running requests. */
  private static final int REQUEST_SHARE = 3;

  /** Maximum wait for Jetty's threads after the last request. */
  private static final Duration THREAD_STOP_TIMEOUT = Duration.ofMillis(500);

  /** Idle time-out of connections during a stop; browsers keep some open. */
  private static final Duration STOP_IDLE_TIMEOUT = Duration.ofMillis(250);

  private static final int ADMIN_THREADS = 8;

  /** Connections to be accepted. Java's default of 50 overflows when thousands of users arrive. */
  private static final int BACKLOG = 4096;

  /** Jetty's header cache would take 100 KB for each connection and made no request faster. */
  private static final int NO_HEADER_CACHE = 0;

  /**
   * Time-outs for slow clients, which occupy no thread.
   *
   * @param body maximum time from a request's head to the end of its body
   * @param idle maximum time without data in either direction, after which a connection is closed
   */
  record ClientLimits(Duration body, Duration idle) {
    private static final ClientLimits DEFAULT =
        new ClientLimits(Duration.ofSeconds(10), Duration.ofSeconds(90));
  }

  /**
   * Ports and threads of a node.
   *
   * @param host address of the pages
   * @param port port of the pages, 0 for a free one
   * @param admin address and access control of the admin port
   * @param adminPort admin port, 0 for a free one
   * @param threads maximum number of requests processed concurrently
   * @param virtualThreads whether requests run on virtual threads
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

  /**
   * Losses of a stop.
   *
   * @param requests number of interrupted requests
   * @param states number of sessions whose state is lost
   */
  public record ShutdownResult(long requests, int states) {}

  public TierServer(Tier tier, Listening listening) {
    this(tier, listening, ClientLimits.DEFAULT);
  }

  TierServer(Tier tier, Listening listening, ClientLimits limits) {
    this.tier = tier;
    this.requests = new RequestMetrics(tier.counts(), tier::counters);
    this.metrics = new TierMetrics(tier, requests);
    this.graceful = new GracefulHandler(new TierHandler(tier, requests, limits.body()));
    this.pages =
        server(threads(listening), listening.host(), listening.port(), limits.idle(), graceful);
    pages.setErrorHandler(this::rejectAtStop);
    this.admin =
        server(
            new QueuedThreadPool(ADMIN_THREADS, 1),
            listening.admin().host(),
            listening.adminPort(),
            limits.idle(),
            new AdminHandler(tier, requests, metrics, listening.admin()));
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
    configuration.setHeaderCacheSize(NO_HEADER_CACHE);
    configuration.addCustomizer(TierServer::noTunnel);
    ServerConnector connector =
        new ServerConnector(server, new HttpConnectionFactory(configuration)) {
          @Override
          protected boolean handleAcceptFailure(Throwable failure) {
            boolean stopping =
                failure instanceof InterruptedException
                    || failure instanceof ClosedChannelException;
            if (isRunning() && !stopping) {
              TierServer.LOG.warn(
                  "port {}: cannot accept connections: {}; if no file handle is left, raise the"
                      + " limit (ulimit -n)",
                  getLocalPort(),
                  failure.getMessage(),
                  failure instanceof IOException ? null : failure);
            }
            return super.handleAcceptFailure(failure);
          }
        };
    connector.setHost(host);
    connector.setPort(port);
    connector.setAcceptQueueSize(BACKLOG);
    connector.setIdleTimeout(idle.toMillis());
    connector.setShutdownIdleTimeout(STOP_IDLE_TIMEOUT.toMillis());
    server.addConnector(connector);
    server.setHandler(handler);
    server.setErrorHandler(TierServer::reject);
    threads.setStopTimeout(THREAD_STOP_TIMEOUT.toMillis());
    return server;
  }

  /** Counts a request that is rejected during a stop, because its client counts the response. */
  private boolean rejectAtStop(Request request, Response response, Callback callback) {
    if (response.getStatus() == HttpStatus.SERVICE_UNAVAILABLE_503) {
      long nanos = System.nanoTime() - request.getBeginNanoTime();
      requests.error();
      requests.end(requests.begin(request.getHeaders().get(Headers.PHASE)), nanos);
    }
    return reject(request, response, callback);
  }

  /** Replaces Jetty's error page for requests that reach no handler. */
  private static boolean reject(Request request, Response response, Callback callback) {
    RequestError error =
        RequestError.ofServer(
            response.getStatus(), request.getAttribute(ErrorHandler.ERROR_MESSAGE));
    response.getHeaders().put(Headers.ERROR, error.error());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
    response.write(true, ByteBuffer.wrap(JsonText.bytes(error)), callback);
    return true;
  }

  /** Closes the connection of a CONNECT, which Jetty would keep for a tunnel. */
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

  /** Exports the metrics to an OpenTelemetry collector until the node has stopped. */
  public void exportTo(URI collector) {
    metrics.exportTo(collector);
  }

  /** Listens on both ports, or on none and throws IOException. */
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

  /** Returns the content of {@code GET /counters}. */
  public NodeReport report() {
    return tier.report(requests, true);
  }

  /** Stops gracefully within eight seconds. */
  @Override
  public void close() {
    stop(STOP_TIMEOUT);
  }

  /**
   * Stops gracefully: rejects new requests, waits for running ones, passivates referenced state and
   * closes all connections. Abandons what is not done in time. The report stays readable.
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
