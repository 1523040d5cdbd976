package cloakroom.connection.link;

import cloakroom.database.EnvironmentException;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * The measuring proxy: a TCP relay on 127.0.0.1 between a node and its database. It passes bytes on
 * as they are and counts them ({@link LinkCounts}), can make the way longer, and can cut and freeze
 * the links that go through it.
 *
 * <p>It serves any database whose clients stay with the address they were given; a listener that
 * sends its clients elsewhere (Oracle's shared servers, a cluster's) sends them past the relay.
 * Messages are counted for PostgreSQL without encryption. A client that finds the database gone
 * sees a reset instead of a refusal. Without latency a pass costs two hops over loopback.
 *
 * <p>Two threads serve a link, four while it is made longer; all are daemons and end with {@link
 * #close}.
 */
public final class Relay implements AutoCloseable {
  private static final int BACKLOG = 512;
  private static final Duration LONGEST = Duration.ofMinutes(1);
  private static final long BREATH = 10_000_000;

  private final InetSocketAddress database;
  private final JdbcAddress jdbc;
  private final ServerSocket door;
  private final Thread acceptor = new Thread(this::accept, "relay");
  private final Link.Gate gate = new Link.Gate();

  @GuardedBy("this")
  private final Set<Link> open = new LinkedHashSet<>();

  @GuardedBy("this")
  private LinkCounts past = LinkCounts.NONE;

  @GuardedBy("this")
  private int number;

  @GuardedBy("this")
  private boolean closed;

  private volatile long roundTripNanos;

  private Relay(JdbcAddress jdbc) {
    this.database = new InetSocketAddress(jdbc.host(), jdbc.port());
    this.jdbc = jdbc;
    try {
      door = new ServerSocket(0, BACKLOG, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
    } catch (IOException e) {
      throw new EnvironmentException("no free port on 127.0.0.1 (" + e.getMessage() + ")", e);
    }
    acceptor.setName("relay-" + port());
    acceptor.setDaemon(true);
    acceptor.start();
  }

  /**
   * Opens a relay to the database of a JDBC URL; nothing is connected yet.
   *
   * @param url for PostgreSQL or Oracle's thin driver, with one host
   * @throws EnvironmentException if the URL does not name one host, or no port is free
   */
  public static Relay to(String url) {
    return new Relay(JdbcAddress.of(url));
  }

  /** The port on 127.0.0.1 at which the relay listens. */
  public int port() {
    return door.getLocalPort();
  }

  /** The JDBC URL that the relay was opened with, by way of the relay. */
  public String url() {
    return jdbc.at("127.0.0.1", port());
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
    roundTripNanos = roundTrip.toNanos();
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

  /** Lets nothing pass any more, in neither direction, while all links stay up. */
  public void freeze() {
    gate.shut();
  }

  /** Ends {@link #freeze}: what waited goes on. */
  public void thaw() {
    gate.open();
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        serve(door.accept());
      } catch (IOException e) {
        // the door was closed, or no file is left: others may give one back
        LockSupport.parkNanos(BREATH);
      }
    }
  }

  private void serve(Socket client) throws IOException {
    Link link;
    synchronized (this) {
      if (closed) {
        client.close();
        return;
      }
      number++;
      String name = "relay-" + port() + "-" + number;
      link = new Link(client, name, gate, () -> roundTripNanos, this::forget);
      open.add(link);
    }
    link.open(database);
  }

  /** Called by a link when its last thread ends. */
  private synchronized void forget(Link link) {
    if (open.remove(link)) {
      past = past.plus(link.counts());
    }
  }

  /** Resets every link and returns when no thread is left. */
  @Override
  public void close() {
    List<Link> left;
    synchronized (this) {
      closed = true;
      left = new ArrayList<>(open);
    }
    try {
      door.close();
      LockSupport.unpark(acceptor);
      left.forEach(Link::cut);
      acceptor.join();
      for (Link link : left) {
        link.join();
      }
    } catch (IOException e) {
      throw new IllegalStateException("cannot close the relay", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
