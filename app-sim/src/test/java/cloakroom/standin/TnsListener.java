package cloakroom.standin;

import cloakroom.database.Await;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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

  private final Sessions sessions;
  private final ServerSocket door;
  private final ExecutorService threads = Executors.newCachedThreadPool(TnsListener::daemon);
  private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final Thread acceptor = daemon(this::accept);
  private volatile Reply reply;

  /** A listener that gives every client this reply. */
  public TnsListener(Reply reply) {
    this(reply, TnsConnection::staySilent);
  }

  TnsListener(Reply reply, Sessions sessions) {
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
  public void answer(Reply other) {
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
      requests.add(Request.read(client));
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
  public List<Request> requests() {
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
      if (!threads.awaitTermination(Await.LIMIT.toSeconds(), TimeUnit.SECONDS)) {
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

  /** What a listener does with a request. */
  @FunctionalInterface
  public interface Reply {
    /** Whether the client is in now, and begins its log-on; else its connection closes. */
    boolean give(TnsConnection client) throws IOException;

    /** Refuses with an Oracle error, for instance 12520. */
    static Reply refuse(int code) {
      byte[] text =
          "(DESCRIPTION=(TMP=)(VSNNUM=0)(ERR=%d)(ERROR_STACK=(ERROR=(CODE=%d)(EMFI=4))))"
              .formatted(code, code)
              .getBytes(StandardCharsets.US_ASCII);
      ByteBuffer body = ByteBuffer.allocate(4 + text.length);
      body.put((byte) 0x22).put((byte) 0).putShort((short) text.length).put(text);
      return client -> {
        client.write(TnsConnection.REFUSE, body.array());
        return false;
      };
    }

    /** Sends the client to a dispatcher, as for a shared server. */
    static Reply redirect(TnsListener dispatcher) {
      byte[] address =
          "(ADDRESS=(PROTOCOL=tcp)(HOST=127.0.0.1)(PORT=%d))"
              .formatted(dispatcher.port())
              .getBytes(StandardCharsets.US_ASCII);
      ByteBuffer body = ByteBuffer.allocate(2 + address.length);
      body.putShort((short) address.length).put(address);
      return client -> {
        client.write(TnsConnection.REDIRECT, body.array());
        return false;
      };
    }

    /** Closes the connection without a word. */
    static Reply drop() {
      return client -> false;
    }

    /** Keeps the connection and says nothing. */
    static Reply silence() {
      return client -> {
        client.staySilent();
        return false;
      };
    }

    /** Takes the client in; where nobody is behind the listener, silence follows. */
    static Reply accept() {
      return client -> {
        client.accept();
        return true;
      };
    }
  }

  /**
   * What a driver asks a listener for.
   *
   * @param descriptor the connect data, {@code (DESCRIPTION=…)}
   */
  public record Request(String descriptor) {
    private static final int LENGTH_AT = 24;
    private static final int OFFSET_AT = 26;

    static Request read(TnsConnection connection) throws IOException {
      byte[] packet = connection.read();
      if (TnsConnection.type(packet) != TnsConnection.CONNECT) {
        throw new AssertionError("not a CONNECT but a packet of type " + packet[4]);
      }
      ByteBuffer fields = ByteBuffer.wrap(packet);
      int length = Short.toUnsignedInt(fields.getShort(LENGTH_AT));
      int offset = Short.toUnsignedInt(fields.getShort(OFFSET_AT));
      return new Request(
          offset + length <= packet.length
              ? new String(packet, offset, length, StandardCharsets.US_ASCII)
              : following(connection, length));
    }

    /** A descriptor that is too long for the CONNECT packet follows it. */
    private static String following(TnsConnection connection, int length) throws IOException {
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      while (text.size() < length) {
        byte[] packet = connection.read();
        int start = TnsConnection.HEADER + TnsConnection.DATA_FLAGS;
        text.write(packet, start, packet.length - start);
      }
      return text.toString(StandardCharsets.US_ASCII);
    }

    /**
     * The value of the first {@code (KEY=value)}, whatever the key's case; empty if there is none.
     */
    public Optional<String> value(String key) {
      Matcher leaf =
          Pattern.compile("(?i)\\(\\s*" + Pattern.quote(key) + "\\s*=\\s*([^()]*?)\\s*\\)")
              .matcher(descriptor);
      return leaf.find() ? Optional.of(leaf.group(1)) : Optional.empty();
    }
  }
}
