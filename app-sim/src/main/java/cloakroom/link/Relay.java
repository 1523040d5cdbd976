package cloakroom.link;

import cloakroom.database.EnvironmentException;
import cloakroom.platform.Daemons;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * TCP relay on 127.0.0.1 between a node and its database. It forwards bytes unchanged and counts
 * them ({@link LinkCounts}), adds latency and loss, and resets connections.
 *
 * <p>It supports databases whose clients keep the given address; {@link LinkCounts#redirects}
 * counts clients that a listener (of Oracle's shared servers or a cluster) sends past the relay. It
 * counts messages of unencrypted PostgreSQL only. If the database is down, a client gets a reset
 * instead of a refused connect. Without latency a pass costs two loopback hops.
 *
 * <p>One daemon thread reads all links and one forwards delayed bytes, until {@link #close}.
 */
public final class Relay implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Relay.class);
  private static final String LOOPBACK = "127.0.0.1";
  private static final int BACKLOG = 512;
  private static final Duration MAX_ROUND_TRIP = Duration.ofMinutes(1);
  private static final long RETRY_PAUSE_NANOS = 10_000_000;

  private final InetSocketAddress database;
  private final JdbcAddress jdbc;
  private final ServerSocketChannel serverChannel;
  private final Thread reader;
  private final Link.RelayContext context;

  @GuardedBy("this")
  private final Set<Link> open = new LinkedHashSet<>();

  @GuardedBy("this")
  private LinkCounts past = LinkCounts.NONE;

  private long linkNumber;

  private Relay(JdbcAddress jdbc, Function<String, DelayScheduler> schedulers) {
    this.database = new InetSocketAddress(jdbc.host(), jdbc.port());
    this.jdbc = jdbc;
    Selector selector;
    try {
      serverChannel = ServerSocketChannel.open();
      serverChannel.bind(
          new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), BACKLOG);
      serverChannel.configureBlocking(false);
      selector = Selector.open();
      serverChannel.register(selector, SelectionKey.OP_ACCEPT, (Runnable) this::accept);
    } catch (IOException e) {
      throw new EnvironmentException("no free port on 127.0.0.1 (" + e.getMessage() + ")", e);
    }
    String name = "relay-" + port();
    context = new Link.RelayContext(selector, schedulers.apply(name + "-clock"));
    reader = Daemons.named(name).newThread(this::read);
    reader.start();
  }

  /**
   * Opens a relay to the database of a JDBC URL, without a connect.
   *
   * @param url for PostgreSQL or Oracle's thin driver, with one host
   * @throws EnvironmentException if the URL does not name one host, or no port is free
   */
  public static Relay to(String url) {
    return to(url, DelayScheduler::new);
  }

  /** Opens the same with a scheduler that is created from its thread name. */
  static Relay to(String url, Function<String, DelayScheduler> schedulers) {
    return new Relay(JdbcAddress.of(url), schedulers);
  }

  public int port() {
    return serverChannel.socket().getLocalPort();
  }

  /** Returns the JDBC URL of the database through the relay. */
  public String url() {
    return jdbc.at(LOOPBACK, port());
  }

  /**
   * Sets the added latency, half in each direction, from the next bytes on. A connect takes one
   * round trip more, as in TCP.
   *
   * @param roundTrip time added to every round trip, from 0 (default) to one minute
   * @param jitter maximum random deviation from it, up to the round trip
   * @throws IllegalArgumentException if a value is out of range
   */
  public void setRoundTrip(Duration roundTrip, Duration jitter) {
    check(roundTrip, jitter);
    context.roundTripNanos = roundTrip.toNanos();
    context.jitterNanos = jitter.toNanos();
  }

  /**
   * Sets the loss of bursts in both directions, per million; 0 is the default. A lost burst is
   * delayed by TCP's minimum retransmission time, with all that follows on its link.
   */
  public void setLoss(int perMillion) {
    context.lostPerMillion = perMillion;
  }

  static void check(Duration roundTrip, Duration jitter) {
    if (roundTrip.isNegative() || roundTrip.compareTo(MAX_ROUND_TRIP) > 0) {
      throw new IllegalArgumentException(
          "a round trip of "
              + roundTrip
              + ": must be from 0 to "
              + MAX_ROUND_TRIP.toSeconds()
              + " s");
    }
    if (jitter.isNegative() || jitter.compareTo(roundTrip) > 0) {
      throw new IllegalArgumentException(
          "a jitter of " + jitter + ": must be from 0 to the round trip, " + roundTrip);
    }
  }

  /** Returns the sum of the counters of all present and past links. */
  public synchronized LinkCounts total() {
    LinkCounts sum = past;
    for (Link link : open) {
      sum = sum.plus(link.counts());
    }
    return sum;
  }

  public synchronized List<Link> links() {
    return List.copyOf(open);
  }

  public void cut() {
    links().forEach(Link::cut);
  }

  private void read() {
    try {
      while (serverChannel.isOpen()) {
        context.setAsleep(false);
        if (context.selector.selectNow(Relay::ready) == 0 && serverChannel.isOpen()) {
          // checked again: selectNow may have consumed the wake-up of close()
          context.setAsleep(true);
          context.selector.select(Relay::ready);
        }
      }
    } catch (IOException | ClosedSelectorException e) {
      LOG.debug("relay closed", e);
    }
  }

  private static void ready(SelectionKey key) {
    ((Runnable) key.attachment()).run();
  }

  private void accept() {
    try {
      SocketChannel client = serverChannel.accept();
      if (client != null) {
        serve(client);
      }
    } catch (IOException e) {
      // channel closed, or no free file descriptor: retry after a pause
      LockSupport.parkNanos(RETRY_PAUSE_NANOS);
    }
  }

  private void serve(SocketChannel client) throws IOException {
    linkNumber++;
    Link link;
    try {
      link = new Link(context, client, linkNumber, this::forget);
    } catch (IOException e) {
      client.close();
      throw e;
    }
    synchronized (this) {
      open.add(link);
    }
    link.open(database);
  }

  private synchronized void forget(Link link) {
    if (open.remove(link)) {
      past = past.plus(link.counts());
    }
    context.selector.wakeup(); // the selector then closes the cancelled sockets
  }

  /** Resets every link and waits for the end of the threads. */
  @Override
  public void close() {
    try {
      serverChannel.close();
      context.selector.wakeup();
      reader.join();
      cut();
      context.scheduler.close();
      context.selector.close();
    } catch (IOException e) {
      throw new IllegalStateException("cannot close the relay", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
