package cloakroom.link;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * One connection through a relay, between the client's socket and the database's. When one side
 * ends, so does the other, in the same way: in order after everything that was said before, or by a
 * reset.
 *
 * <p>The relay's thread reads; it passes on at once what is not delayed, and the relay's clock does
 * the rest.
 */
public final class Link {
  /** The most bytes under way in one direction: who brings more waits, as with a full window. */
  static final int CAPACITY = 1 << 20;

  /** The least time after which Linux sends again what was not acknowledged (TCP_RTO_MIN). */
  private static final long SENT_AGAIN = 200_000_000;

  private static final int MILLION = 1_000_000;

  private final RelayContext road;
  private final Consumer<Link> whenOver;
  private final Endpoint client;
  private final Endpoint database;
  private final Direction there;
  private final Direction back;
  private final LinkCounter counter = new LinkCounter();
  private final SplittableRandom random;

  @GuardedBy("this")
  private boolean ended;

  /** Whether the client spoke last, and how much longer that round trip is; the reader's own. */
  private boolean asking;

  private long longer;

  /** What all links of a relay share: who reads and what into, who delays and for how long. */
  static final class RelayContext {
    private static final int CHUNK = 32 * 1024;

    final Selector selector;
    final DelayScheduler clock;

    /** For the thread that selects. */
    private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK);

    /** What has passed since what is read now was there: the time to wake who reads it. */
    private long passed;

    volatile long roundTripNanos;
    volatile long jitterNanos;
    volatile int lostPerMillion;

    RelayContext(Selector selector, DelayScheduler clock) {
      this.selector = selector;
      this.clock = clock;
    }

    /** What is read next has waited for a sleeping thread, or for none. */
    void asleep(boolean was) {
      passed = was ? clock.waking() : 0;
    }
  }

  /** Counts what passes; both directions write here before they pass it on. */
  private static final class LinkCounter {
    /** Where a packet of Oracle's says what it is, and what it may be. */
    private static final int TNS_TYPE = 4;

    private static final int TNS_CONNECT = 1;
    private static final int TNS_REDIRECT = 5;

    /** A listener may ask for the request once more before it says where to go. */
    private static final int LISTENERS_ANSWERS = 2;

    @GuardedBy("this")
    private final FrontendMessages messages = new FrontendMessages();

    @GuardedBy("this")
    private boolean connected;

    @GuardedBy("this")
    private boolean oracle;

    @GuardedBy("this")
    private boolean redirected;

    @GuardedBy("this")
    private long bytesSent;

    @GuardedBy("this")
    private long bytesReceived;

    @GuardedBy("this")
    private long roundTrips;

    @GuardedBy("this")
    private boolean asked;

    synchronized void connect() {
      connected = true;
    }

    synchronized void sent(ByteBuffer bytes) {
      oracle |= bytesSent == 0 && typed(TNS_CONNECT, bytes);
      bytesSent += bytes.limit();
      messages.read(bytes);
      asked = true;
    }

    synchronized void received(ByteBuffer bytes) {
      bytesReceived += bytes.limit();
      if (asked && messages.awaitsAnswer()) {
        redirected |= oracle && roundTrips < LISTENERS_ANSWERS && typed(TNS_REDIRECT, bytes);
        roundTrips++;
        asked = false;
      }
    }

    private static boolean typed(int type, ByteBuffer packet) {
      return packet.limit() > TNS_TYPE && packet.get(TNS_TYPE) == type;
    }

    synchronized LinkCounts counts() {
      return new LinkCounts(
          connected ? 1 : 0,
          bytesSent,
          bytesReceived,
          roundTrips,
          messages.parses(),
          messages.statements(),
          messages.isUnknown() ? 1 : 0,
          redirected ? 1 : 0);
    }
  }

  private interface LinkTask {
    void run() throws IOException;
  }

  /** One of the two sockets, and what is waited for on it. */
  private static final class Endpoint {
    final SocketChannel channel;
    final SelectionKey key;

    @GuardedBy("this")
    private int wanted;

    Endpoint(SocketChannel channel, Selector selector, Runnable ready) throws IOException {
      this.channel = channel;
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      key = channel.register(selector, 0, ready);
    }

    synchronized void want(int operation, boolean on) {
      int before = wanted;
      wanted = on ? wanted | operation : wanted & ~operation;
      if (wanted != before) {
        try {
          key.interestOps(wanted);
          key.selector().wakeup();
        } catch (CancelledKeyException e) {
          // it is closed
        }
      }
    }

    void close(boolean reset) {
      try (channel) {
        if (reset) {
          channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        }
      } catch (IOException e) {
        // it is gone already
      }
    }
  }

  /** One way through the link. */
  private final class Direction {
    private final Endpoint from;
    private final Endpoint to;
    private final Consumer<ByteBuffer> note;

    /** What is due, while the other side takes no more. */
    @GuardedBy("this")
    private final Queue<ByteBuffer> waiting = new ArrayDeque<>();

    @GuardedBy("this")
    private int held;

    @GuardedBy("this")
    private int underWay;

    @GuardedBy("this")
    private long lastDue;

    /** Nothing more is read, and whether all of it has arrived as well. */
    @GuardedBy("this")
    private boolean exhausted;

    @GuardedBy("this")
    private boolean arrived;

    Direction(Endpoint from, Endpoint to, Consumer<ByteBuffer> note) {
      this.from = from;
      this.to = to;
      this.note = note;
    }

    /** Reads what is there, by way of the relay's own buffer. */
    void read(ByteBuffer chunk, long delay) throws IOException {
      synchronized (this) {
        chunk.clear().limit(Math.min(chunk.capacity(), CAPACITY - held));
      }
      int length = from.channel.read(chunk);
      if (length == 0) {
        return;
      }
      synchronized (this) {
        if (length < 0) {
          exhausted = true;
          hold(0);
          inTime(delay, this::finish);
        } else if (delay == 0 && underWay == 0) {
          hold(length);
          pass(chunk.flip());
        } else {
          hold(length);
          ByteBuffer bytes = ByteBuffer.allocate(length).put(chunk.flip()).flip();
          inTime(delay, () -> pass(bytes));
        }
      }
    }

    @GuardedBy("this")
    private void hold(int bytes) {
      held += bytes;
      from.want(SelectionKey.OP_READ, !exhausted && held < CAPACITY);
    }

    /** Everything in order: nothing overtakes what was read before. */
    @GuardedBy("this")
    private void inTime(long delay, LinkTask work) {
      long due = System.nanoTime() + delay;
      lastDue = underWay > 0 && lastDue - due > 0 ? lastDue : due;
      underWay++;
      road.clock.at(lastDue, () -> tried(() -> arrive(work)));
    }

    private synchronized void arrive(LinkTask work) throws IOException {
      underWay--;
      work.run();
    }

    private synchronized void pass(ByteBuffer bytes) throws IOException {
      if (isOver()) {
        return;
      }
      note.accept(bytes);
      if (waiting.isEmpty()) {
        write(bytes);
      }
      if (bytes.hasRemaining()) {
        // a copy, because the buffer may be the relay's own
        waiting.add(ByteBuffer.allocate(bytes.remaining()).put(bytes).flip());
        to.want(SelectionKey.OP_WRITE, true);
      }
    }

    @GuardedBy("this")
    private void write(ByteBuffer bytes) throws IOException {
      hold(-to.channel.write(bytes));
    }

    /** The other side takes something again. */
    synchronized void flush() throws IOException {
      while (!waiting.isEmpty()) {
        write(waiting.element());
        if (waiting.element().hasRemaining()) {
          return;
        }
        waiting.remove();
      }
      to.want(SelectionKey.OP_WRITE, false);
      if (arrived) {
        end(false);
      }
    }

    private synchronized void finish() {
      arrived = true;
      if (waiting.isEmpty()) {
        end(false);
      }
    }
  }

  /**
   * A link that is not open yet; for the relay's own thread.
   *
   * @param seed of the link's own jitter
   * @param whenOver told once, when the link has ended
   * @throws IOException if there is no socket any more
   */
  Link(RelayContext road, SocketChannel accepted, long seed, Consumer<Link> whenOver)
      throws IOException {
    this.road = road;
    this.whenOver = whenOver;
    this.random = new SplittableRandom(seed);
    this.client = new Endpoint(accepted, road.selector, this::clientReady);
    this.database = new Endpoint(SocketChannel.open(), road.selector, this::databaseReady);
    this.there = new Direction(client, database, counter::sent);
    this.back = new Direction(database, client, counter::received);
  }

  /** What passed this link so far; stays readable after its end. */
  public LinkCounts counts() {
    return counter.counts();
  }

  /**
   * Resets the link: both sides learn at once that it is broken, and what was under way is lost.
   */
  public void cut() {
    end(true);
  }

  void open(InetSocketAddress address) {
    tried(
        () -> {
          if (address.isUnresolved()) {
            throw new IOException("unknown host");
          }
          database.want(SelectionKey.OP_CONNECT, true);
          if (database.channel.connect(address)) {
            connected();
          }
        });
  }

  /** To be connected takes a round trip too; the client's own connect has not seen it. */
  private void connected() {
    database.want(SelectionKey.OP_CONNECT, false);
    counter.connect();
    road.clock.at(System.nanoTime() + 2 * oneWayNanos(true), this::listen);
  }

  private void listen() {
    client.want(SelectionKey.OP_READ, true);
    database.want(SelectionKey.OP_READ, true);
  }

  private void clientReady() {
    tried(() -> ready(client, there, back));
  }

  private void databaseReady() {
    tried(
        () -> {
          if (database.key.isConnectable() && database.channel.finishConnect()) {
            connected();
          }
          ready(database, back, there);
        });
  }

  private void ready(Endpoint side, Direction reads, Direction writes) throws IOException {
    if (side.key.isWritable()) {
      writes.flush();
    }
    if (side.key.isReadable()) {
      reads.read(road.chunk, oneWayNanos(reads == there));
    }
  }

  /** Each question has a jitter of its own, and its answer the same. */
  private long oneWayNanos(boolean asks) {
    if (asks && !asking) {
      long jitter = road.jitterNanos;
      longer = jitter == 0 ? 0 : random.nextLong(-jitter, jitter + 1);
    }
    asking = asks;
    int lost = road.lostPerMillion;
    long again = lost > 0 && random.nextInt(MILLION) < lost ? SENT_AGAIN : 0;
    return Math.max(0, (road.roundTripNanos + longer) / 2 - road.passed) + again;
  }

  private void tried(LinkTask work) {
    try {
      work.run();
    } catch (IOException | CancelledKeyException broken) {
      cut();
    }
  }

  private synchronized boolean isOver() {
    return ended;
  }

  private void end(boolean reset) {
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
    }
    client.close(reset);
    database.close(reset);
    whenOver.accept(this);
  }
}
