package cloakroom.link;

import cloakroom.database.Await;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

final class ScriptedServer implements AutoCloseable {
  private static final int LIMIT_MILLIS = (int) Await.LIMIT.toMillis();
  private final ServerSocket door;

  ScriptedServer() throws IOException {
    door = new ServerSocket(0, 50, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
    door.setSoTimeout(LIMIT_MILLIS);
  }

  int port() {
    return door.getLocalPort();
  }

  Socket accept() throws IOException {
    Socket socket = door.accept();
    prepare(socket);
    return socket;
  }

  static Socket client(Relay relay) throws IOException {
    Socket socket = new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), relay.port());
    prepare(socket);
    return socket;
  }

  private static void prepare(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(LIMIT_MILLIS);
  }

  @Override
  public void close() throws IOException {
    door.close();
  }
}
