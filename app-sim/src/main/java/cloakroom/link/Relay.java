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
 * The measuring proxy: a TCP relay on 127.0.0.1 between a node and its database. It passes bytes on
 * as they are and counts them ({@link LinkCounts}), can make the way longer, and can cut the links
 * that go through it.
 *
 * <p>It serves any database whose clients stay with the address they were given; a listener that
 * sends its clients elsewhere (Oracle's shared servers, a cluster's) sends them past the relay,
 * which counts that ({@link LinkCounts#redirects}). Messages are counted for PostgreSQL without
 * encryption. A client that finds the database gone sees a reset instead of a refusal. Without
 * latency a pass costs two hops over loopback.
 *
 * <p>One thread reads everything and one passes on what is delayed, however many links there are;
 * both are daemons and end with {@link #close}.
 */
public final class Relay implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Relay.class);
  private static final byte[] HERE = {127, 0, 0, 1};
  private static final String LOOPBACK = "127.0.0.1";
  private static final int BACKLOG = 512;
  private static final Duration LONGEST = Duration.ofMinutes(1);
  private static final long RETRY_PAUSE_NANOS = 10_000_000;

  private final InetSocketAddress database;
  private final JdbcAddress jdbc;
  private final ServerSocketChannel door;
  private final Thread reader;
  private final Link.RelayContext road;

  @GuardedBy("this")
  private final Set<Link> open = new LinkedHashSet<>();

  @GuardedBy("this")
  private LinkCounts past = LinkCounts.NONE;

  /** How many links there have been. */
  private long number;

  private Relay(JdbcAddress jdbc, Function<String, DelayScheduler> clocks) {
    this.database = new InetSocketAddress(jdbc.host(), jdbc.port());
    this.jdbc = jdbc;
    Selector selector;
    try {
      door = ServerSocketChannel.open();
      door.bind(new InetSocketAddress(InetAddress.getByAddress(HERE), 0), BACKLOG);
      door.configureBlocking(false);
      selector = Selector.open();
      door.register(selector, SelectionKey.OP_ACCEPT, (Runnable) this::accept);
    } catch (IOException e) {
      throw new EnvironmentException("no free port on 127.0.0.1 (" + e.getMessage() + ")", e);
    }
    String name = "relay-" + port();
    road = new Link.RelayContext(selector, clocks.apply(name + "-clock"));
    reader = Daemons.named(name).newThread(this::read);
    reader.start();
  }

  /**
   * Opens a relay to the database of a JDBC URL; nothing is connected yet.
   *
   * @param url for PostgreSQL or Oracle's thin driver, with one host
   * @throws EnvironmentException if the URL does not name one host, or no port is free
   */
  public static Relay to(String url) {
    return to(url, DelayScheduler::new);
  }

  /** Opens the same with a clock made from its name. */
  static Relay to(String url, Function<String, DelayScheduler> clocks) {
    return new Relay(JdbcAddress.of(url), clocks);
  }

  /** The port on 127.0.0.1 at which the relay listens. */
  public int port() {
    return door.socket().getLocalPort();
  }

  /** The JDBC URL that the relay was opened with, by way of the relay. */
  public String url() {
    return jdbc.at(LOOPBACK, port());
  }

  /**
   * Makes the way to the database longer, half of it in each direction, from the next bytes on. A
   * new link costs one round trip more, as a TCP connect does.
   *
   * @param roundTrip added to every round trip; zero, the default, up to a minute
   * @param jitter by how much it may be longer or shorter; up to the round trip
   * @throws IllegalArgumentException outside of these
   */
  public void setRoundTrip(Duration roundTrip, Duration jitter) {
    check(roundTrip, jitter);
    road.roundTripNanos = roundTrip.toNanos();
    road.jitterNanos = jitter.toNanos();
  }

  /**
   * Loses some of what passes, in both directions: a burst that is lost is as late as TCP sends it
   * again at the earliest, and everything behind it on its link waits.
   *
   * @param perMillion so many of a million; 0, the default, for none
   */
  public void setLoss(int perMillion) {
    road.lostPerMillion = perMillion;
  }

  static void check(Duration roundTrip, Duration jitter) {
    if (roundTrip.isNegative() || roundTrip.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "a round trip of " + roundTrip + ": from 0 to " + LONGEST.toSeconds() + " s");
    }
    if (jitter.isNegative() || jitter.compareTo(roundTrip) > 0) {
      throw new IllegalArgumentException(
          "a jitter of " + jitter + ": from 0 to the round trip, " + roundTrip);
    }
  }

  /** What passed so far, on the links of now and of before. */
  public synchronized LinkCounts total() {
    LinkCounts sum = past;
    for (Link link : open) {
      sum = sum.plus(link.counts());
    }
    return sum;
  }

  /** The links of now, the oldest first. */
  public synchronized List<Link> links() {
    return List.copyOf(open);
  }

  /** Resets every link; new ones can be made at once. */
  public void cut() {
    links().forEach(Link::cut);
  }

  private void read() {
    try {
      while (door.isOpen()) {
        road.asleep(false);
        if (road.selector.selectNow(Relay::ready) == 0 && door.isOpen()) {
          // open even after the look, which may have taken the wake-up of who closes
          road.asleep(true);
          road.selector.select(Relay::ready);
        }
      }
    } catch (IOException | ClosedSelectorException e) {
      LOG.debug("the relay is closed", e);
    }
  }

  private static void ready(SelectionKey key) {
    ((Runnable) key.attachment()).run();
  }

  private void accept() {
    try {
      SocketChannel client = door.accept();
      if (client != null) {
        serve(client);
      }
    } catch (IOException e) {
      // the door was closed, or no file is left: others may give one back
      LockSupport.parkNanos(RETRY_PAUSE_NANOS);
    }
  }

  private void serve(SocketChannel client) throws IOException {
    number++;
    Link link;
    try {
      link = new Link(road, client, number, this::forget);
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
    road.selector.wakeup(); // only then its sockets are really closed
  }

  /** Resets every link and returns when no thread is left. */
  @Override
  public void close() {
    try {
      door.close();
      road.selector.wakeup();
      reader.join();
      cut();
      road.clock.close();
      road.selector.close();
    } catch (IOException e) {
      throw new IllegalStateException("cannot close the relay", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
