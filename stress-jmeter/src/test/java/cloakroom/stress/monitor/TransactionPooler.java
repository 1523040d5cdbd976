package cloakroom.stress.monitor;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Stand-in for PgBouncer in transaction mode: a server goes to whichever client begins the next
 * transaction, the last one used first, and clients get process numbers that are no server's.
 */
final class TransactionPooler implements AutoCloseable {
  private static final int SSL_REQUEST = 80877103;
  private static final int GSS_REQUEST = 80877104;

  private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final Deque<Peer> idle = new ArrayDeque<>();
  private final int serverPort;

  TransactionPooler(int serverPort) throws IOException {
    this.serverPort = serverPort;
    start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void start(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // the client or this pooler has closed
              }
            },
            "pooler");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listener.accept();
      start(() -> serve(client));
    }
  }

  private void serve(Socket socket) throws IOException {
    try (Peer client = new Peer(socket)) {
      Peer held = logOn(client);
      while (true) {
        Message message = client.read();
        if (message.type == 'X') {
          return;
        }
        held = held == null ? take() : held;
        held.write(message);
        if (message.type == 'Q' || message.type == 'S') {
          held = answer(held, client) ? give(held) : held;
        }
      }
    }
  }

  /** Opens a server connection for each client, which is used after those before it. */
  private Peer logOn(Peer client) throws IOException {
    int length = client.in.readInt();
    byte[] body = client.body(length);
    while (isRequest(body)) {
      client.out.writeByte('N');
      client.out.flush();
      length = client.in.readInt();
      body = client.body(length);
    }
    Peer server = new Peer(new Socket(InetAddress.getLoopbackAddress(), serverPort));
    server.out.writeInt(length);
    server.out.write(body);
    server.out.flush();
    while (true) {
      Message message = server.read();
      if (message.type == 'K') {
        message.body[3] ^= 0x55;
      }
      client.write(message);
      if (message.type == 'E') {
        throw new IOException("no log-on");
      }
      if (message.type == 'R' && message.body[3] != 0 && message.body[3] != 12) {
        server.write(client.read());
      }
      if (message.type == 'Z') {
        synchronized (this) {
          idle.addLast(server);
        }
        return null;
      }
    }
  }

  private static boolean isRequest(byte[] body) {
    int code = ByteBuffer.wrap(body).getInt();
    return code == SSL_REQUEST || code == GSS_REQUEST;
  }

  /** Passes messages on until the server is ready; returns whether no transaction is open. */
  private static boolean answer(Peer server, Peer client) throws IOException {
    while (true) {
      Message message = server.read();
      client.write(message);
      if (message.type == 'Z') {
        return message.body[0] == 'I';
      }
    }
  }

  private synchronized Peer take() {
    return idle.pop();
  }

  private synchronized Peer give(Peer server) {
    idle.push(server);
    return null;
  }

  @Override
  public synchronized void close() throws IOException {
    listener.close();
    for (Peer server : idle) {
      server.close();
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // neither compared nor shared
  private record Message(char type, byte[] body) {}

  private record Peer(Socket socket, DataInputStream in, DataOutputStream out)
      implements AutoCloseable {
    Peer(Socket socket) throws IOException {
      this(
          socket,
          new DataInputStream(socket.getInputStream()),
          new DataOutputStream(socket.getOutputStream()));
    }

    byte[] body(int length) throws IOException {
      byte[] body = new byte[length - 4];
      in.readFully(body);
      return body;
    }

    Message read() throws IOException {
      char type = (char) in.readByte();
      return new Message(type, body(in.readInt()));
    }

    void write(Message message) throws IOException {
      out.writeByte(message.type);
      out.writeInt(message.body.length + 4);
      out.write(message.body);
      out.flush();
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
