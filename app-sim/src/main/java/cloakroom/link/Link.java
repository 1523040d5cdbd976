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
 * Connection through a relay: a client's socket and a database socket. If one socket closes, the
 * link forwards the remaining bytes and closes the other socket. If one socket is reset, the link
 * resets the other. The scheduler's thread forwards delayed bytes, the relay's thread all others.
 */
public final class Link {
  /** Maximum bytes buffered per direction. With a full buffer, the relay stops reading. */
  static final int CAPACITY = 1 << 20;

  /** Added delay of a lost packet: Linux's minimum TCP retransmission time (TCP_RTO_MIN). */
  private static final long RETRANSMISSION_NANOS = 200_000_000;

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

  /** Whether the latest bytes came from the client. Used only by the relay's reader thread. */
  private boolean requesting;

  /** Random part of the current round trip's delay, in nanoseconds. Used by the reader thread. */
  private long jitter;

  static final class RelayContext {
    final Selector selector;
    final DelayScheduler scheduler;
    private final ByteBuffer chunk = ByteBuffer.allocate(32 * 1024);

    /** Lateness of the reader thread's wake-up, in nanoseconds; subtracted from added delays. */
    long lateNanos;

    volatile long roundTripNanos;
    volatile long jitterNanos;
    volatile int lostPerMillion;

    RelayContext(Selector selector, DelayScheduler scheduler) {
      this.selector = selector;
      this.scheduler = scheduler;
    }
  }

  /** Counters of one link's traffic, updated before the link forwards the counted bytes. */
  private static final class LinkCounter {
    private static final int TNS_TYPE = 4;
    private static final int TNS_CONNECT = 1;
    private static final int TNS_REDIRECT = 5;

    /** Number of responses checked for a redirect: Oracle's first may be a request to resend. */
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
          messages.parses,
          messages.statements,
          messages.unknown ? 1 : 0,
          redirected ? 1 : 0);
    }
  }

  private interface LinkTask {
    void run() throws IOException;
  }

  private static final class Endpoint {
    final SocketChannel channel;
    final SelectionKey key;

    Endpoint(SocketChannel channel, Selector selector, Runnable ready) throws IOException {
      this.channel = channel;
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      key = channel.register(selector, 0, ready);
    }

    void select(int operation, boolean on) {
      try {
        int before = on ? key.interestOpsOr(operation) : key.interestOpsAnd(~operation);
        if (((before & operation) == 0) == on) {
          key.selector().wakeup();
        }
      } catch (CancelledKeyException e) {
        // The socket has been closed, so its events no longer matter.
      }
    }

    void close(boolean reset) {
      try (channel) {
        if (reset) {
          channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        }
      } catch (IOException e) {
        // The socket is already closed.
      }
    }
  }

  private final class Direction {
    private final Endpoint from;
    private final Endpoint to;
    private final Consumer<ByteBuffer> counter;

    /** Bytes due for forwarding that the receiver's socket does not accept yet. */
    @GuardedBy("this")
    private final Queue<ByteBuffer> waiting = new ArrayDeque<>();

    @GuardedBy("this")
    private int inTransit;

    @GuardedBy("this")
    private int scheduled;

    @GuardedBy("this")
    private long lastDue;

    @GuardedBy("this")
    private boolean exhausted; // the sender has ended

    @GuardedBy("this")
    private boolean arrived; // the delayed end of the sender is due

    Direction(Endpoint from, Endpoint to, Consumer<ByteBuffer> counter) {
      this.from = from;
      this.to = to;
      this.counter = counter;
    }

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

    /** Schedules work after the delay, but never before work that was scheduled earlier. */
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
        addInTransit(-to.channel.write(bytes));
      }
      if (bytes.hasRemaining()) {
        // Copied, because the relay may reuse the buffer.
        waiting.add(ByteBuffer.allocate(bytes.remaining()).put(bytes).flip());
        to.select(SelectionKey.OP_WRITE, true);
      }
    }

    synchronized void flush() throws IOException {
      while (!waiting.isEmpty()) {
        addInTransit(-to.channel.write(waiting.element()));
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

  Link(RelayContext context, SocketChannel accepted, long seed, Consumer<Link> onEnd)
      throws IOException {
    this.context = context;
    this.onEnd = onEnd;
    this.random = new SplittableRandom(seed);
    this.client = new Endpoint(accepted, context.selector, () -> ready(true));
    this.database = new Endpoint(SocketChannel.open(), context.selector, () -> ready(false));
    this.requests = new Direction(client, database, counter::sent);
    this.responses = new Direction(database, client, counter::received);
  }

  LinkCounts counts() {
    return counter.counts();
  }

  /** Resets the sockets of client and database. Bytes in transit are lost. */
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

  /**
   * Starts forwarding after one simulated round trip, as long as a real TCP connect takes. The
   * client's connect to the relay itself had no added latency.
   */
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

  private void ready(boolean ofClient) {
    Endpoint side = ofClient ? client : database;
    runOrCut(
        () -> {
          if (side.key.isConnectable() && side.channel.finishConnect()) {
            connected();
          }
          if (side.key.isWritable()) {
            (ofClient ? responses : requests).flush();
          }
          if (side.key.isReadable()) {
            (ofClient ? requests : responses).read(context.chunk, oneWayNanos(ofClient));
          }
        });
  }

  /** Returns the delay of the next bytes. A request and its response use the same random jitter. */
  private long oneWayNanos(boolean toDatabase) {
    if (toDatabase && !requesting) {
      long max = context.jitterNanos;
      jitter = max == 0 ? 0 : random.nextLong(-max, max + 1);
    }
    requesting = toDatabase;
    int lost = context.lostPerMillion;
    long resent = lost > 0 && random.nextInt(1_000_000) < lost ? RETRANSMISSION_NANOS : 0;
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
