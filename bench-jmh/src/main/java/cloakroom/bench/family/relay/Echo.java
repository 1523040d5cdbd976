package cloakroom.bench.family.relay;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** A server on the loopback address that says what it hears, on one thread. */
final class Echo implements Closeable {
  private static final int BACKLOG = 512;

  private final Selector selector = Selector.open();
  private final ServerSocketChannel door = ServerSocketChannel.open();
  private final ByteBuffer heard = ByteBuffer.allocateDirect(1024);

  Echo() throws IOException {
    door.bind(
        new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), BACKLOG);
    door.configureBlocking(false).register(selector, SelectionKey.OP_ACCEPT);
    Thread thread = new Thread(this::run, "echo");
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return door.socket().getLocalPort();
  }

  private void run() {
    try {
      while (selector.isOpen()) {
        selector.select(this::ready);
      }
    } catch (IOException | ClosedSelectorException closed) {
      // nobody listens any more
    }
  }

  private void ready(SelectionKey key) {
    try {
      if (key.isAcceptable()) {
        SocketChannel client = door.accept();
        client.setOption(StandardSocketOptions.TCP_NODELAY, true);
        client.configureBlocking(false).register(selector, SelectionKey.OP_READ);
      } else {
        answer((SocketChannel) key.channel());
      }
    } catch (IOException gone) {
      key.cancel();
    }
  }

  private void answer(SocketChannel client) throws IOException {
    if (client.read(heard.clear()) < 0) {
      client.close();
    } else {
      client.write(heard.flip());
    }
  }

  @Override
  public void close() throws IOException {
    door.close();
    selector.close();
  }
}
