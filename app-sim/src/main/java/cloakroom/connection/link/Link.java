package cloakroom.connection.link;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * One connection through a relay: the client's socket, the database's, and the threads between
 * them. When one side ends, so does the other, in the same way: in order after everything that was
 * said before, or by a reset.
 */
public final class Link {
  private static final int CHUNK = 16 * 1024;

  private final Socket client;
  private final Socket database = new Socket();
  private final String name;
  private final Gate gate;
  private final LongSupplier roundTripNanos;
  private final Consumer<Link> whenOver;
  private final Tally tally = new Tally();

  @GuardedBy("this")
  private final List<Thread> threads = new ArrayList<>();

  @GuardedBy("this")
  private int running;

  @GuardedBy("this")
  private boolean ended;

  /** What every byte of every link passes, unless it is shut. */
  static final class Gate {
    @GuardedBy("this")
    private boolean shut;

    synchronized void shut() {
      shut = true;
    }

    synchronized void open() {
      shut = false;
      notifyAll();
    }

    /** Returns when the gate is open. */
    synchronized void pass() throws InterruptedException {
      while (shut) {
        wait();
      }
    }
  }

  /** Counts what passes; both directions write here before they pass it on. */
  private static final class Tally {
    @GuardedBy("this")
    private final FrontendMessages messages = new FrontendMessages();

    @GuardedBy("this")
    private boolean connected;

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

    synchronized void sent(byte[] bytes, int length) {
      bytesSent += length;
      messages.read(bytes, length);
      asked = true;
    }

    synchronized void received(int length) {
      bytesReceived += length;
      if (asked && messages.awaitsAnswer()) {
        roundTrips++;
        asked = false;
      }
    }

    synchronized LinkCounts counts() {
      return new LinkCounts(
          connected ? 1 : 0,
          bytesSent,
          bytesReceived,
          roundTrips,
          messages.parses(),
          messages.queries(),
          messages.executes(),
          messages.isUnknown() ? 1 : 0);
    }
  }

  /**
   * One way of the link, in a thread of its own: read, count, pass on. As soon as a delay is asked
   * for, a second thread passes on what the first has read, so that bytes travel side by side.
   */
  private final class Direction {
    private final String thread;
    private final InputStream from;
    private final OutputStream to;
    private final Note note;
    private DelayLine line;

    Direction(String thread, Socket from, Socket to, Note note) throws IOException {
      this.thread = thread;
      this.from = from.getInputStream();
      this.to = to.getOutputStream();
      this.note = note;
    }

    /** Runs until the source ends; then the link ends, once everything has been passed on. */
    void run() throws IOException, InterruptedException {
      byte[] chunk = new byte[CHUNK];
      for (int length = from.read(chunk); length >= 0; length = from.read(chunk)) {
        long delay = oneWayNanos();
        if (line == null && delay > 0) {
          line = new DelayLine();
          start(thread + "-delayed", this::drain);
        }
        if (line == null) {
          passOn(chunk, length);
        } else {
          line.put(Arrays.copyOf(chunk, length), System.nanoTime() + delay);
        }
      }
      if (line == null) {
        endInOrder();
      } else {
        line.end(System.nanoTime() + oneWayNanos());
      }
    }

    private void drain() throws IOException, InterruptedException {
      for (byte[] bytes = line.take(); bytes.length > 0; bytes = line.take()) {
        passOn(bytes, bytes.length);
      }
      endInOrder();
    }

    private void passOn(byte[] bytes, int length) throws IOException, InterruptedException {
      gate.pass();
      note.note(bytes, length);
      to.write(bytes, 0, length);
    }

    private void endInOrder() throws InterruptedException {
      gate.pass();
      end(false);
    }
  }

  private interface Note {
    void note(byte[] bytes, int length);
  }

  private interface Work {
    void run() throws IOException, InterruptedException;
  }

  /**
   * A link that is not open yet.
   *
   * @param roundTripNanos how much longer the way is made now, there and back
   * @param whenOver told once, when the last thread has ended
   */
  Link(
      Socket client, String name, Gate gate, LongSupplier roundTripNanos, Consumer<Link> whenOver) {
    this.client = client;
    this.name = name;
    this.gate = gate;
    this.roundTripNanos = roundTripNanos;
    this.whenOver = whenOver;
  }

  /** What passed this link so far; stays readable after its end. */
  public LinkCounts counts() {
    return tally.counts();
  }

  /**
   * Resets the link: both sides learn at once that it is broken, and what was under way is lost.
   */
  public void cut() {
    end(true);
  }

  private long oneWayNanos() {
    return roundTripNanos.getAsLong() / 2;
  }

  void open(InetSocketAddress address) {
    start(name + "-to-database", () -> connect(address));
  }

  /** To be connected takes a round trip too; the client's own connect has not seen it. */
  private void connect(InetSocketAddress address) throws IOException, InterruptedException {
    gate.pass();
    client.setTcpNoDelay(true);
    database.setTcpNoDelay(true);
    database.connect(address);
    DelayLine.waitUntil(System.nanoTime() + 2 * oneWayNanos());
    tally.connect();
    String back = name + "-to-client";
    start(
        back,
        new Direction(back, database, client, (bytes, length) -> tally.received(length))::run);
    new Direction(name + "-to-database", client, database, tally::sent).run();
  }

  /** Runs work in a thread of the link; not after its end. */
  private synchronized void start(String thread, Work work) {
    if (ended) {
      return;
    }
    Thread worker = new Thread(() -> work(work), thread);
    worker.setDaemon(true);
    threads.add(worker);
    running++;
    worker.start();
  }

  private void work(Work work) {
    try {
      try {
        work.run();
      } catch (IOException broken) {
        gate.pass(); // a reset travels like bytes: not through a shut gate
        cut();
      }
    } catch (InterruptedException theLinkHasEnded) {
      Thread.currentThread().interrupt();
    } finally {
      leave();
    }
  }

  private void leave() {
    boolean last;
    synchronized (this) {
      running--;
      last = running == 0 && ended;
    }
    if (last) {
      whenOver.accept(this);
    }
  }

  private void end(boolean reset) {
    boolean last;
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
      shut(client, reset);
      shut(database, reset);
      threads.forEach(Thread::interrupt);
      last = running == 0;
    }
    if (last) {
      whenOver.accept(this);
    }
  }

  private static void shut(Socket socket, boolean reset) {
    try (socket) {
      if (reset) {
        socket.setSoLinger(true, 0);
      }
    } catch (IOException e) {
      // it is gone already
    }
  }

  /** Waits for the threads of a link that has ended. */
  void join() throws InterruptedException {
    List<Thread> all;
    synchronized (this) {
      all = List.copyOf(threads);
    }
    for (Thread thread : all) {
      thread.join();
    }
  }
}
