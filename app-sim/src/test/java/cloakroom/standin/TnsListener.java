package cloakroom.standin;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * A stand-in for an Oracle listener on 127.0.0.1: reads what the real driver asks for, keeps it,
 * and does what the test says. It interprets nothing: any service exists and none does. Each client
 * has a thread of its own.
 */
public final class TnsListener implements AutoCloseable {
  /** Who talks to a client that was let in; an end of the connection is no failure. */
  interface Sessions {
    void serve(TnsConnection client) throws Exception;
  }

  private static final int BACKLOG = 200;
  private static final long PATIENCE_SECONDS = 10;

  private final Sessions sessions;
  private final ServerSocket door;
  private final ExecutorService threads = Executors.newCachedThreadPool(TnsListener::daemon);
  private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final List<ConnectRequest> requests = new CopyOnWriteArrayList<>();
  private final Thread acceptor = daemon(this::accept);
  private volatile TnsReply reply;

  /** A listener that gives every client this reply. */
  public TnsListener(TnsReply reply) {
    this(reply, TnsConnection::staySilent);
  }

  TnsListener(TnsReply reply, Sessions sessions) {
    this.reply = reply;
    this.sessions = sessions;
    try {
      door = new ServerSocket(0, BACKLOG, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
    } catch (IOException noPort) {
      throw new UncheckedIOException(noPort);
    }
    acceptor.start();
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "stand-in");
    thread.setDaemon(true);
    return thread;
  }

  /** From now on every client gets this reply. */
  public void answer(TnsReply other) {
    reply = other;
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

  private void talkTo(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      TnsConnection client = new TnsConnection(socket);
      requests.add(ConnectRequest.read(client));
      if (reply.give(client)) {
        sessions.serve(client);
      }
    } catch (EOFException | SocketException left) {
      // the client has gone, or the test has cut it off
    } catch (Exception | AssertionError broken) {
      failures.add(broken);
    } finally {
      clients.remove(socket);
    }
  }

  /** For instance {@code url("/sales:pooled")}. */
  public String url(String afterPort) {
    return "jdbc:oracle:thin:@127.0.0.1:" + port() + afterPort;
  }

  int port() {
    return door.getLocalPort();
  }

  /** What was asked for so far, in order. */
  public List<ConnectRequest> requests() {
    return List.copyOf(requests);
  }

  /** Connections open now. */
  public int clients() {
    return clients.size();
  }

  /**
   * Ends all sockets and threads, and reports what a thread failed with: a stand-in that broke must
   * not pass for a database that refused.
   */
  @Override
  public void close() {
    try {
      door.close();
      acceptor.join();
      for (Socket client : clients) {
        client.close();
      }
      threads.shutdown();
      if (!threads.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        failures.add(new AssertionError("a thread of the stand-in does not end"));
      }
    } catch (IOException broken) {
      failures.add(broken);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    if (!failures.isEmpty()) {
      throw new AssertionError("the stand-in failed: " + failures, failures.peek());
    }
  }
}
