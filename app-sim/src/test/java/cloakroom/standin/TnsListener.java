package cloakroom.standin;

import static java.nio.charset.StandardCharsets.US_ASCII;

import cloakroom.platform.Daemons;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stand-in for an Oracle listener on 127.0.0.1. It records what the real driver requests and gives
 * every client the reply of the test; no client gets a session.
 *
 * <p>A packet has a header of 8 bytes (length, checksum, type, flags) and a body.
 */
public final class TnsListener implements AutoCloseable {
  private static final int CONNECT = 1;
  private static final int ACCEPT = 2;
  private static final int REFUSE = 4;
  private static final int REDIRECT = 5;
  private static final int HEADER_BYTES = 8;
  private static final int DATA_FLAGS_BYTES = 2;
  private final ServerSocket server;
  private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private volatile Reply reply;

  public TnsListener(Reply reply) {
    this.reply = reply;
    try {
      server = new ServerSocket(0, 50, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Daemons.named("tns-listener").newThread(this::accept).start();
  }

  public void answer(Reply other) {
    reply = other;
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        clients.add(client);
        Daemons.each("tns-client").execute(() -> serve(client));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket client) {
    try (client) {
      requests.add(Request.read(new DataInputStream(client.getInputStream())));
      reply.give(client);
    } catch (EOFException | SocketException e) {
      // the client has left, or the test has ended
    } catch (IOException | RuntimeException | AssertionError e) {
      failures.add(e);
    } finally {
      clients.remove(client);
    }
  }

  /** Returns a URL, for instance of {@code "/sales:pooled"}. */
  public String url(String afterPort) {
    return "jdbc:oracle:thin:@127.0.0.1:" + port() + afterPort;
  }

  public int port() {
    return server.getLocalPort();
  }

  public List<Request> requests() {
    return List.copyOf(requests);
  }

  /** Closes all sockets; throws AssertionError if a client was not served as the test wants. */
  @Override
  public void close() {
    try {
      server.close();
      for (Socket client : clients) {
        client.close();
      }
    } catch (IOException e) {
      failures.add(e);
    }
    if (!failures.isEmpty()) {
      throw new AssertionError("the listener failed: " + failures, failures.peek());
    }
  }

  /** Reply to a client, whose connection closes afterwards. */
  @FunctionalInterface
  public interface Reply {
    void give(Socket client) throws IOException;

    /** Refuses with an Oracle error, for instance 12520. */
    static Reply refuse(int code) {
      byte[] text =
          "(DESCRIPTION=(TMP=)(VSNNUM=0)(ERR=%d)(ERROR_STACK=(ERROR=(CODE=%d)(EMFI=4))))"
              .formatted(code, code)
              .getBytes(US_ASCII);
      ByteBuffer body = ByteBuffer.allocate(4 + text.length);
      body.put((byte) 0x22).put((byte) 0).putShort((short) text.length).put(text);
      return client -> write(client, REFUSE, body.array());
    }

    /** Sends the client to a dispatcher, as for a shared server. */
    static Reply redirect(TnsListener dispatcher) {
      byte[] address =
          "(ADDRESS=(PROTOCOL=tcp)(HOST=127.0.0.1)(PORT=%d))"
              .formatted(dispatcher.port())
              .getBytes(US_ASCII);
      ByteBuffer body = ByteBuffer.allocate(2 + address.length);
      body.putShort((short) address.length).put(address);
      return client -> write(client, REDIRECT, body.array());
    }

    static Reply drop() {
      return client -> {};
    }

    /** Accepts the client, version 317 of the protocol, and does not reply to its log-on. */
    static Reply silence() {
      ByteBuffer body = ByteBuffer.allocate(37);
      body.putShort((short) 317).putShort((short) 0).putShort((short) 8192).putShort((short) -1);
      body.putShort((short) 1).putShort((short) 0).putShort((short) (HEADER_BYTES + 37));
      body.put((byte) 4).put((byte) 4).put(new byte[8]).putInt(8192).putInt(65535);
      return client -> {
        write(client, ACCEPT, body.array());
        client.getInputStream().transferTo(OutputStream.nullOutputStream());
      };
    }

    private static void write(Socket client, int type, byte[] body) throws IOException {
      ByteBuffer packet = ByteBuffer.allocate(HEADER_BYTES + body.length);
      packet.putShort((short) packet.capacity()).putShort((short) 0).put((byte) type);
      client.getOutputStream().write(packet.put(new byte[3]).put(body).array());
    }
  }

  /** Request of a driver with its connect data, {@code (DESCRIPTION=…)}. */
  public record Request(String descriptor) {
    private static final int LENGTH_AT = 24;
    private static final int OFFSET_AT = 26;

    static Request read(DataInputStream in) throws IOException {
      ByteBuffer connect = ByteBuffer.wrap(packet(in));
      if (connect.get(4) != CONNECT) {
        throw new AssertionError("not a CONNECT but a packet of type " + connect.get(4));
      }
      int length = Short.toUnsignedInt(connect.getShort(LENGTH_AT));
      int offset = Short.toUnsignedInt(connect.getShort(OFFSET_AT));
      if (offset + length <= connect.capacity()) {
        return new Request(new String(connect.array(), offset, length, US_ASCII));
      }
      ByteArrayOutputStream following = new ByteArrayOutputStream();
      while (following.size() < length) {
        byte[] data = packet(in);
        int start = HEADER_BYTES + DATA_FLAGS_BYTES;
        following.write(data, start, data.length - start);
      }
      return new Request(following.toString(US_ASCII));
    }

    private static byte[] packet(DataInputStream in) throws IOException {
      int length = in.readUnsignedShort();
      byte[] packet = new byte[length];
      in.readFully(packet, 2, length - 2);
      return packet;
    }

    /** Returns the value of the first {@code (KEY=value)}, whatever the key's case. */
    public Optional<String> value(String key) {
      Matcher leaf =
          Pattern.compile("(?i)\\(\\s*" + Pattern.quote(key) + "\\s*=\\s*([^()]*?)\\s*\\)")
              .matcher(descriptor);
      return leaf.find() ? Optional.of(leaf.group(1)) : Optional.empty();
    }
  }
}
