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

/** One node: the pages on one port, the admin port beside it. */
public final class TierServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TierServer.class);

  /** How long a stop may take unless it is told otherwise: less than {@code docker stop} allows. */
  private static final Duration STOP_WITHIN = Duration.ofSeconds(8);

  /** The part of a stop's time that requests under way have to finish. */
  private static final int SHARE_OF_REQUESTS = 3;

  /** How long Jetty waits for threads that are in nobody's request any more. */
  private static final Duration THREADS_END = Duration.ofMillis(500);

  /**
   * How long a node waits for its clients, without a thread that does.
   *
   * @param body a request's body is there this long after its head
   * @param idle a connection is closed when nothing has moved on it for this long, whether a
   *     request's head is half there, an answer half taken, or nothing under way
   */
  record ClientLimits(Duration body, Duration idle) {
    private static final ClientLimits USUAL =
        new ClientLimits(Duration.ofSeconds(10), Duration.ofSeconds(90));
  }

  /** How long a stop waits for connections on which nothing happens; browsers keep some open. */
  private static final Duration IDLE_AT_STOP = Duration.ofMillis(250);

  private static final int ADMIN_THREADS = 8;

  /**
   * Connections that may wait to be accepted. Java's default of 50 overflows when thousands of
   * users arrive, and each one that it drops comes again a second later. The kernel has its own
   * limit.
   */
  private static final int BACKLOG = 4096;

  /**
   * Jetty would keep the headers of each connection for its next request, in 100 KB: twenty times
   * what all else of a connection and its session takes, and requests would be no faster for it.
   */
  private static final int NO_HEADER_CACHE = 0;

  /**
   * Where and how a node listens.
   *
   * @param host address of the pages
   * @param port port of the pages, 0 for a free one
   * @param admin address of the admin port, and whom it answers
   * @param adminPort admin port, 0 for a free one
   * @param threads most requests worked on at a time
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
   * What a stop has not done in its time.
   *
   * @param requests that were cut off
   * @param states of sessions that should have been kept and are lost
   */
  public record ShutdownResult(long requests, int states) {}

  public TierServer(Tier tier, Listening listening) {
    this(tier, listening, ClientLimits.USUAL);
  }

  TierServer(Tier tier, Listening listening, ClientLimits limits) {
    this.tier = tier;
    this.requests = new RequestMetrics(tier.counts(), tier::counters);
    this.metrics = new TierMetrics(tier, requests);
    this.graceful = new GracefulHandler(new TierHandler(tier, requests, limits.body()));
    this.pages =
        server(threads(listening), listening.host(), listening.port(), limits.idle(), graceful);
    pages.setErrorHandler(this::refusedAtStop);
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
    connector.setShutdownIdleTimeout(IDLE_AT_STOP.toMillis());
    server.addConnector(connector);
    server.setHandler(handler);
    server.setErrorHandler(TierServer::refused);
    threads.setStopTimeout(THREADS_END.toMillis());
    return server;
  }

  /** A node that stops has counted every request that it answers. */
  private boolean refusedAtStop(Request request, Response response, Callback callback) {
    if (response.getStatus() == HttpStatus.SERVICE_UNAVAILABLE_503) {
      long nanos = System.nanoTime() - request.getBeginNanoTime();
      requests.refused(request.getHeaders().get(Headers.PHASE), nanos);
    }
    return refused(request, response, callback);
  }

  /** What comes to no handler of ours is answered like the rest, and not with Jetty's page. */
  private static boolean refused(Request request, Response response, Callback callback) {
    RequestError error =
        RequestError.ofServer(
            response.getStatus(), request.getAttribute(ErrorHandler.ERROR_MESSAGE));
    response.getHeaders().put(Headers.ERROR, error.error());
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
    response.write(true, ByteBuffer.wrap(JsonText.bytes(error)), callback);
    return true;
  }

  /** Jetty would keep the connection of a CONNECT for a tunnel, whatever its answer. */
  private static Request noTunnel(Request request, HttpFields.Mutable answer) {
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

  /** Sends the metrics to this collector of OpenTelemetry until the node has stopped. */
  public void exportTo(URI collector) {
    metrics.exportTo(collector);
  }

  /**
   * Listens on both ports.
   *
   * @throws IOException if a port cannot be had; nothing listens then
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

  /** Everything the node tells of itself, as {@code GET /counters} shows it. */
  public NodeReport report() {
    return tier.report(requests, true);
  }

  /** Stops gracefully, in eight seconds at the most. */
  @Override
  public void close() {
    stop(STOP_WITHIN);
  }

  /**
   * Stops gracefully: no new requests, those under way finish, referenced state is passivated,
   * connections close. What hangs is left behind when the time is over. The report stays readable
   * afterwards.
   */
  public ShutdownResult stop(Duration within) {
    CompletableFuture<Void> stopping =
        CompletableFuture.runAsync(() -> stopInOrder(within), Daemons.each("tier-stop"));
    try {
      stopping.get(within.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      LOG.debug("not stopped within {}", within);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    }
    return new ShutdownResult(requestsCutOff, tier.unsavedStates());
  }

  private void stopInOrder(Duration within) {
    pages.setStopTimeout(within.dividedBy(SHARE_OF_REQUESTS).toMillis());
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
      LOG.debug("stop: requests have not finished in time");
    } catch (Exception e) {
      LOG.warn("stop failed", e);
    }
  }
}
