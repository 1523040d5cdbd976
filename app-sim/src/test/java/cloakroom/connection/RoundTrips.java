package cloakroom.connection;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stands between driver and server and counts round trips: each time that the driver speaks after
 * the server has.
 */
final class RoundTrips implements AutoCloseable {
  private static final Pattern ADDRESS = Pattern.compile("//([^:/]+):(\\d+)/");

  private final ServerSocket listening;
  private final String url;
  private final Matcher address;
  private final AtomicLong count = new AtomicLong();

  RoundTrips(String databaseUrl) throws IOException {
    address = ADDRESS.matcher(databaseUrl);
    if (!address.find()) {
      throw new IllegalArgumentException(databaseUrl);
    }
    listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    url = address.replaceFirst("//127.0.0.1:" + listening.getLocalPort() + "/");
    address.find(0);
    start(this::accept);
  }

  /** The database, by way of this. */
  String url() {
    return url;
  }

  long count() {
    return count.get();
  }

  private interface Io {
    void run() throws IOException;
  }

  private static void start(Io work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException closed) {
                // one side has gone, and the other follows
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket driver = listening.accept();
      Socket server = new Socket(address.group(1), Integer.parseInt(address.group(2)));
      driver.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      boolean[] answered = {true};
      start(() -> relay(driver, server, answered, false));
      start(() -> relay(server, driver, answered, true));
    }
  }

  private void relay(Socket from, Socket to, boolean[] answered, boolean fromServer)
      throws IOException {
    byte[] bytes = new byte[64 * 1024];
    try (from;
        to) {
      InputStream in = from.getInputStream();
      OutputStream out = to.getOutputStream();
      for (int length = in.read(bytes); length >= 0; length = in.read(bytes)) {
        note(answered, fromServer);
        out.write(bytes, 0, length);
      }
    }
  }

  private void note(boolean[] answered, boolean fromServer) {
    synchronized (answered) {
      if (!fromServer && answered[0]) {
        count.incrementAndGet();
      }
      answered[0] = fromServer;
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
