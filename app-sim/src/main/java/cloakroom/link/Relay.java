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
 * TCP relay on 127.0.0.1 between a node and its database. The relay forwards bytes unchanged, adds
 * latency and loss, and resets connections. {@link LinkCounts} contains its counts of bytes and
 * messages. Two daemon threads serve all connections.
 *
 * <p>An Oracle listener may redirect a client to an address that bypasses the relay. {@link
 * LinkCounts#redirects} counts such clients. The relay counts messages of unencrypted PostgreSQL
 * only. If the database is down, a client's connect succeeds, but the connection is then reset.
 */
public final class Relay implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Relay.class);
  private static final Duration MAX_ROUND_TRIP = Duration.ofMinutes(1);

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
          new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), 512);
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
   * Opens a relay to the database of a JDBC URL, without connecting to the database.
   *
   * @throws EnvironmentException if the URL does not name one host, or no port is free
   */
  public static Relay to(String url) {
    return to(url, DelayScheduler::new);
  }

  static Relay to(String url, Function<String, DelayScheduler> schedulers) {
    return new Relay(JdbcAddress.of(url), schedulers);
  }

  public int port() {
    return serverChannel.socket().getLocalPort();
  }

  public String url() {
    return jdbc.at("127.0.0.1", port());
  }

  /**
   * Sets the added latency for bytes received from now on, half in each direction. A connect takes
   * one more round trip, as in TCP.
   *
   * @param roundTrip time added to every round trip, from 0 (default) to one minute
   * @param jitter maximum random deviation of the added time, up to {@code roundTrip}
   */
  public void setRoundTrip(Duration roundTrip, Duration jitter) {
    check(roundTrip, jitter);
    context.roundTripNanos = roundTrip.toNanos();
    context.jitterNanos = jitter.toNanos();
  }

  /**
   * Sets the simulated loss in both directions, in lost bursts per million; 0 is the default. A
   * lost burst arrives late by TCP's minimum retransmission time. Later bytes wait for it.
   */
  public void setLoss(int perMillion) {
    context.lostPerMillion = perMillion;
  }

  static void check(Duration roundTrip, Duration jitter) {
    if (roundTrip.isNegative() || roundTrip.compareTo(MAX_ROUND_TRIP) > 0) {
      throw new IllegalArgumentException(
          "a round trip of %s: must be from 0 to %d s"
              .formatted(roundTrip, MAX_ROUND_TRIP.toSeconds()));
    }
    if (jitter.isNegative() || jitter.compareTo(roundTrip) > 0) {
      throw new IllegalArgumentException(
          "a jitter of " + jitter + ": must be from 0 to the round trip, " + roundTrip);
    }
  }

  public synchronized LinkCounts total() {
    return open.stream().map(Link::counts).reduce(past, LinkCounts::plus);
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
        context.lateNanos = 0;
        if (context.selector.selectNow(Relay::ready) == 0 && serverChannel.isOpen()) {
          // Checks isOpen again, because selectNow may have consumed the wake-up of close().
          context.lateNanos = context.scheduler.wakeUpNanos();
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
      // If no file descriptor is free, accept() fails at once: a pause avoids a busy loop.
      LockSupport.parkNanos(10_000_000);
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

  /** Resets every link and waits until the relay's threads end. */
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
