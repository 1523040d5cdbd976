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
 * ends (after its last bytes, or by a reset), the other ends in the same manner.
 *
 * <p>The relay's thread reads and forwards bytes without delay; its scheduler forwards delayed
 * ones.
 */
public final class Link {
  /** Maximum bytes in transit in one direction; then the relay stops reading from the sender. */
  static final int CAPACITY = 1 << 20;

  /** Minimum retransmission time of Linux (TCP_RTO_MIN). */
  private static final long RETRANSMISSION_NANOS = 200_000_000;

  private static final int MILLION = 1_000_000;

  private final RelayContext context;
  private final Consumer<Link> onEnd;
  private final Endpoint client;
  private final Endpoint database;
  private final Direction requests;
  private final Direction responses;
  private final LinkCounter counter = new LinkCounter();
  private final SplittableRandom random;

  @GuardedBy("this")
  private boolean ended;

  /** Whether the client sent the last bytes; used by the reader thread, as is the next field. */
  private boolean requesting;

  /** Jitter of the present round trip, in nanoseconds. */
  private long jitter;

  static final class RelayContext {
    private static final int CHUNK = 32 * 1024;

    final Selector selector;
    final DelayScheduler scheduler;
    private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK);

    /** Wake-up time of the reading thread, by which the next bytes are already late. */
    private long lateNanos;

    volatile long roundTripNanos;
    volatile long jitterNanos;
    volatile int lostPerMillion;

    RelayContext(Selector selector, DelayScheduler scheduler) {
      this.selector = selector;
      this.scheduler = scheduler;
    }

    /** Sets whether the reading thread sleeps until the next bytes. */
    void setAsleep(boolean asleep) {
      lateNanos = asleep ? scheduler.wakeUpNanos() : 0;
    }
  }

  /** Counters of the bytes, updated before the bytes are forwarded; guarded by themselves. */
  private static final class LinkCounter {
    private static final int TNS_TYPE = 4;

    private static final int TNS_CONNECT = 1;
    private static final int TNS_REDIRECT = 5;

    /** A listener may request a resend before it redirects the client. */
    private static final int MAX_LISTENER_RESPONSES = 2;

    private final FrontendMessages messages = new FrontendMessages();
    private boolean connected;
    private boolean oracle;
    private boolean redirected;
    private long bytesSent;
    private long bytesReceived;
    private long roundTrips;
    private boolean requested;

    synchronized void connect() {
      connected = true;
    }

    synchronized void sent(ByteBuffer bytes) {
      oracle |= bytesSent == 0 && hasType(TNS_CONNECT, bytes);
      bytesSent += bytes.limit();
      messages.read(bytes);
      requested = true;
    }

    synchronized void received(ByteBuffer bytes) {
      bytesReceived += bytes.limit();
      if (requested && messages.awaitsResponse()) {
        redirected |= oracle && roundTrips < MAX_LISTENER_RESPONSES && hasType(TNS_REDIRECT, bytes);
        roundTrips++;
        requested = false;
      }
    }

    private static boolean hasType(int type, ByteBuffer packet) {
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

  /** One of the two sockets with its selected operations. */
  private static final class Endpoint {
    final SocketChannel channel;
    final SelectionKey key;

    @GuardedBy("this")
    private int operations;

    Endpoint(SocketChannel channel, Selector selector, Runnable ready) throws IOException {
      this.channel = channel;
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      key = channel.register(selector, 0, ready);
    }

    synchronized void select(int operation, boolean on) {
      int before = operations;
      operations = on ? operations | operation : operations & ~operation;
      if (operations != before) {
        try {
          key.interestOps(operations);
          key.selector().wakeup();
        } catch (CancelledKeyException e) {
          // closed
        }
      }
    }

    void close(boolean reset) {
      try (channel) {
        if (reset) {
          channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        }
      } catch (IOException e) {
        // already closed
      }
    }
  }

  private final class Direction {
    private final Endpoint from;
    private final Endpoint to;
    private final Consumer<ByteBuffer> counter;

    /** Due bytes that the other side does not yet accept. */
    @GuardedBy("this")
    private final Queue<ByteBuffer> waiting = new ArrayDeque<>();

    @GuardedBy("this")
    private int inTransit;

    @GuardedBy("this")
    private int scheduled;

    @GuardedBy("this")
    private long lastDue;

    /** Whether the sender has ended. */
    @GuardedBy("this")
    private boolean exhausted;

    /** Whether the delayed end of the sender is due. */
    @GuardedBy("this")
    private boolean arrived;

    Direction(Endpoint from, Endpoint to, Consumer<ByteBuffer> counter) {
      this.from = from;
      this.to = to;
      this.counter = counter;
    }

    /** Reads available bytes into the relay's buffer, and forwards or delays them. */
    void read(ByteBuffer chunk, long delay) throws IOException {
      synchronized (this) {
        chunk.clear().limit(Math.min(chunk.capacity(), CAPACITY - inTransit));
      }
      int length = from.channel.read(chunk);
      if (length == 0) {
        return;
      }
      synchronized (this) {
        if (length < 0) {
          exhausted = true;
          addInTransit(0);
          schedule(delay, this::finish);
        } else if (delay == 0 && scheduled == 0) {
          addInTransit(length);
          forward(chunk.flip());
        } else {
          addInTransit(length);
          ByteBuffer bytes = ByteBuffer.allocate(length).put(chunk.flip()).flip();
          schedule(delay, () -> forward(bytes));
        }
      }
    }

    @GuardedBy("this")
    private void addInTransit(int bytes) {
      inTransit += bytes;
      from.select(SelectionKey.OP_READ, !exhausted && inTransit < CAPACITY);
    }

    /** Schedules work after the delay and after all earlier work. */
    @GuardedBy("this")
    private void schedule(long delay, LinkTask work) {
      long due = System.nanoTime() + delay;
      lastDue = scheduled > 0 && lastDue - due > 0 ? lastDue : due;
      scheduled++;
      context.scheduler.schedule(lastDue, () -> runOrCut(() -> arrive(work)));
    }

    private synchronized void arrive(LinkTask work) throws IOException {
      scheduled--;
      work.run();
    }

    private synchronized void forward(ByteBuffer bytes) throws IOException {
      synchronized (Link.this) {
        if (ended) {
          return;
        }
      }
      counter.accept(bytes);
      if (waiting.isEmpty()) {
        write(bytes);
      }
      if (bytes.hasRemaining()) {
        // a copy, because the relay may reuse the buffer
        waiting.add(ByteBuffer.allocate(bytes.remaining()).put(bytes).flip());
        to.select(SelectionKey.OP_WRITE, true);
      }
    }

    @GuardedBy("this")
    private void write(ByteBuffer bytes) throws IOException {
      addInTransit(-to.channel.write(bytes));
    }

    /** Writes waiting bytes when the other side accepts bytes again. */
    synchronized void flush() throws IOException {
      while (!waiting.isEmpty()) {
        write(waiting.element());
        if (waiting.element().hasRemaining()) {
          return;
        }
        waiting.remove();
      }
      to.select(SelectionKey.OP_WRITE, false);
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
   * Creates a link that is not yet connected; called by the relay's thread.
   *
   * @param seed seed of the jitter
   * @param onEnd called once when the link has ended
   * @throws IOException if no socket is available
   */
  Link(RelayContext context, SocketChannel accepted, long seed, Consumer<Link> onEnd)
      throws IOException {
    this.context = context;
    this.onEnd = onEnd;
    this.random = new SplittableRandom(seed);
    this.client = new Endpoint(accepted, context.selector, this::clientReady);
    this.database = new Endpoint(SocketChannel.open(), context.selector, this::databaseReady);
    this.requests = new Direction(client, database, counter::sent);
    this.responses = new Direction(database, client, counter::received);
  }

  /** Returns the counters so far; readable after the end. */
  public LinkCounts counts() {
    return counter.counts();
  }

  /** Resets the link on both sides; bytes in transit are lost. */
  public void cut() {
    end(true);
  }

  void open(InetSocketAddress address) {
    runOrCut(
        () -> {
          if (address.isUnresolved()) {
            throw new IOException("unknown host");
          }
          database.select(SelectionKey.OP_CONNECT, true);
          if (database.channel.connect(address)) {
            connected();
          }
        });
  }

  /** Delays the first bytes by the round trip of a connect, which the client's connect lacked. */
  private void connected() {
    database.select(SelectionKey.OP_CONNECT, false);
    counter.connect();
    context.scheduler.schedule(
        System.nanoTime() + 2 * oneWayNanos(true),
        () -> {
          client.select(SelectionKey.OP_READ, true);
          database.select(SelectionKey.OP_READ, true);
        });
  }

  private void clientReady() {
    runOrCut(() -> ready(client, requests, responses));
  }

  private void databaseReady() {
    runOrCut(
        () -> {
          if (database.key.isConnectable() && database.channel.finishConnect()) {
            connected();
          }
          ready(database, responses, requests);
        });
  }

  private void ready(Endpoint side, Direction reads, Direction writes) throws IOException {
    if (side.key.isWritable()) {
      writes.flush();
    }
    if (side.key.isReadable()) {
      reads.read(context.chunk, oneWayNanos(reads == requests));
    }
  }

  /** Returns the delay of the next bytes; a request and its response have the same jitter. */
  private long oneWayNanos(boolean toDatabase) {
    if (toDatabase && !requesting) {
      long max = context.jitterNanos;
      jitter = max == 0 ? 0 : random.nextLong(-max, max + 1);
    }
    requesting = toDatabase;
    int lost = context.lostPerMillion;
    long resent = lost > 0 && random.nextInt(MILLION) < lost ? RETRANSMISSION_NANOS : 0;
    return Math.max(0, (context.roundTripNanos + jitter) / 2 - context.lateNanos) + resent;
  }

  private void runOrCut(LinkTask work) {
    try {
      work.run();
    } catch (IOException | CancelledKeyException failure) {
      cut();
    }
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
    onEnd.accept(this);
  }
}
