package cloakroom.passivation;

import cloakroom.connection.InternalConnections;
import cloakroom.connection.Lease;
import cloakroom.database.Database;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One internal connection through a relay that counts round trips: a client of PostgreSQL waits for
 * an answer after each Sync and each simple Query, except the driver's BEGIN, which travels
 * together with the statement that it precedes.
 */
final class RoundTrips implements InternalConnections {
  private final ServerSocket door;
  private final Socket server;
  private final AtomicLong count = new AtomicLong();
  private final Connection connection;

  RoundTrips(Database database) throws Exception {
    URI address = URI.create(database.url().substring("jdbc:".length()));
    door = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    server = new Socket(address.getHost(), address.getPort());
    server.setTcpNoDelay(true);
    Thread relay = new Thread(this::relay, "round-trips");
    relay.setDaemon(true);
    relay.start();
    connection =
        DriverManager.getConnection(
            database.url().replace(":" + address.getPort() + "/", ":" + door.getLocalPort() + "/")
                + "&sslmode=disable&gssEncMode=disable",
            database.user(),
            database.password().reveal());
    connection.setAutoCommit(false);
  }

  private void relay() {
    try (Socket client = door.accept()) {
      client.setTcpNoDelay(true);
      Thread answers = new Thread(() -> answer(client), "round-trip-answers");
      answers.setDaemon(true);
      answers.start();
      ask(new DataInputStream(new BufferedInputStream(client.getInputStream())));
    } catch (IOException e) {
      // one side has closed
    }
  }

  private void answer(Socket client) {
    try (InputStream from = server.getInputStream()) {
      from.transferTo(client.getOutputStream());
    } catch (IOException e) {
      // one side has closed
    }
  }

  /** The first message has no type; after it every message is a type, a length and a body. */
  private void ask(DataInputStream from) throws IOException {
    OutputStream to = server.getOutputStream();
    to.write(message(from, new byte[0]));
    for (int type = from.read(); type >= 0; type = from.read()) {
      byte[] message = message(from, new byte[] {(byte) type});
      if (type == 'S' || (type == 'Q' && !isBegin(message))) {
        count.incrementAndGet();
      }
      to.write(message);
    }
  }

  private static byte[] message(DataInputStream from, byte[] type) throws IOException {
    int length = from.readInt();
    byte[] body = from.readNBytes(length - Integer.BYTES);
    return ByteBuffer.allocate(type.length + length).put(type).putInt(length).put(body).array();
  }

  private static boolean isBegin(byte[] message) {
    return new String(message, StandardCharsets.ISO_8859_1).startsWith("BEGIN", 1 + Integer.BYTES);
  }

  long count() {
    return count.get();
  }

  @Override
  public Lease borrowFor(Lease holder) {
    return new Lease() {
      @Override
      public Connection jdbc() {
        return connection;
      }

      @Override
      public void rollback() {
        throw new UnsupportedOperationException();
      }

      @Override
      public void markBroken() {
        throw new UnsupportedOperationException();
      }

      @Override
      public void close() {
        // as a pool does: the hygiene asks the server only if a transaction is open
        try {
          connection.rollback();
        } catch (SQLException e) {
          throw new IllegalStateException(e);
        }
      }
    };
  }

  @Override
  public long borrows() {
    return 0;
  }

  @Override
  public void close() {
    try {
      connection.close();
      server.close();
      door.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
