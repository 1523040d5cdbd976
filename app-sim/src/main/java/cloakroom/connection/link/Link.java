package cloakroom.connection.link;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/**
 * One connection through a relay: the client's socket, the database's, and the threads between
 * them. When one side ends, so does the other, in the same way: in order after everything that was
 * said before, or by a reset.
 */
public final class Link {
  private final Relay relay;
  private final Socket client;
  private final Socket database = new Socket();
  private final String name;
  private final Tally tally = new Tally();

  @GuardedBy("this")
  private final List<Thread> threads = new ArrayList<>();

  @GuardedBy("this")
  private int running;

  @GuardedBy("this")
  private boolean ended;

  /** The work of one of the link's threads. */
  interface Work {
    void run() throws IOException, InterruptedException;
  }

  Link(Relay relay, Socket client, String name) {
    this.relay = relay;
    this.client = client;
    this.name = name;
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

  /** Ends the link in order. */
  void close() {
    end(false);
  }

  Gate gate() {
    return relay.gate();
  }

  long oneWayNanos() {
    return relay.roundTripNanos() / 2;
  }

  void open(InetSocketAddress address) {
    start(name + "-to-database", () -> connect(address));
  }

  /** To be connected takes a round trip too; the client's own connect has not seen it. */
  private void connect(InetSocketAddress address) throws IOException, InterruptedException {
    gate().pass();
    client.setTcpNoDelay(true);
    database.setTcpNoDelay(true);
    database.connect(address);
    DelayLine.waitUntil(System.nanoTime() + 2 * oneWayNanos());
    tally.connect();
    Direction answers =
        new Direction(
            this,
            name + "-to-client",
            database.getInputStream(),
            client.getOutputStream(),
            (bytes, length) -> tally.received(length));
    start(name + "-to-client", answers::run);
    new Direction(
            this,
            name + "-to-database",
            client.getInputStream(),
            database.getOutputStream(),
            tally::sent)
        .run();
  }

  /** Runs work in a thread of the link; not after its end. */
  synchronized void start(String thread, Work work) {
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
      work.run();
    } catch (IOException broken) {
      breakOff();
    } catch (InterruptedException theLinkHasEnded) {
      Thread.currentThread().interrupt();
    } finally {
      leave();
    }
  }

  /** A reset travels like bytes: not through a shut gate. */
  private void breakOff() {
    try {
      gate().pass();
      cut();
    } catch (InterruptedException theLinkHasEnded) {
      Thread.currentThread().interrupt();
    }
  }

  private void leave() {
    boolean last;
    synchronized (this) {
      running--;
      last = running == 0 && ended;
    }
    if (last) {
      relay.forget(this);
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
      relay.forget(this);
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
