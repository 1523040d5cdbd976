package cloakroom.standin;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Accepts clients on 127.0.0.1 and talks to each on a thread of its own. Closing it ends every
 * socket and thread, and reports what a thread failed with: a stand-in that broke must not pass for
 * a database that refused.
 */
final class LoopbackServer implements AutoCloseable {
  /** Talks to one client; an end of the connection is no failure. */
  interface Conversation {
    void hold(Socket client) throws Exception;
  }

  private static final int BACKLOG = 200;
  private static final long PATIENCE_SECONDS = 10;

  private final Conversation conversation;
  private final ServerSocket door;
  private final Thread acceptor;
  private final ExecutorService threads = Executors.newCachedThreadPool(LoopbackServer::daemon);
  private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

  LoopbackServer(Conversation conversation) {
    this.conversation = conversation;
    try {
      door = new ServerSocket(0, BACKLOG, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
    } catch (IOException noPort) {
      throw new UncheckedIOException(noPort);
    }
    acceptor = daemon(this::accept);
    acceptor.start();
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "stand-in");
    thread.setDaemon(true);
    return thread;
  }

  int port() {
    return door.getLocalPort();
  }

  /** Clients connected now. */
  int clients() {
    return clients.size();
  }

  /** Closes the connection of every client, in the middle of whatever they do. */
  void cut() {
    clients.forEach(LoopbackServer::close);
  }

  private void accept() {
    while (!door.isClosed()) {
      try {
        Socket client = door.accept();
        clients.add(client);
        threads.execute(() -> talkTo(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void talkTo(Socket client) {
    try (client) {
      client.setTcpNoDelay(true);
      conversation.hold(client);
    } catch (EOFException | SocketException left) {
      // the client has gone, or the test has cut it off
    } catch (Exception | AssertionError broken) {
      failures.add(broken);
    } finally {
      clients.remove(client);
    }
  }

  @Override
  public void close() {
    close(door);
    try {
      acceptor.join();
      cut();
      threads.shutdown();
      if (!threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        failures.add(new AssertionError("a thread of the stand-in does not end"));
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    if (!failures.isEmpty()) {
      throw new AssertionError("the stand-in failed: " + failures, failures.peek());
    }
  }

  private static void close(AutoCloseable open) {
    try {
      open.close();
    } catch (Exception gone) {
      // as wanted
    }
  }
}
