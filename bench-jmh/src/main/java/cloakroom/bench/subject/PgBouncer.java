package cloakroom.bench.subject;

import cloakroom.bench.subject.BouncerFolder.LogOn;
import cloakroom.bench.subject.BouncerFolder.Pooling;
import cloakroom.database.Database;
import cloakroom.database.EnvironmentException;
import cloakroom.database.Password;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A PgBouncer of our own before a PostgreSQL: a child process on loopback with the same user and
 * password, its files in a private folder. It ends with {@link #close}; when we are killed, the
 * shell beside it sees its pipe end, stops it and removes the folder.
 */
record PgBouncer(Database behind, BouncerFolder folder, Process process, int port)
    implements Database {
  private static final String GUARDED =
      "exec 3<&0; (cat <&3 >/dev/null; kill -TERM $$ 2>/dev/null; rm -rf \"$1\") &"
          + " exec \"$0\" \"$1/pgbouncer.ini\" 3<&- </dev/null";
  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  /**
   * Starts one and returns when it accepts connections.
   *
   * @param behind a PostgreSQL that its user may log on to
   * @throws EnvironmentException with the reason, if it cannot be started
   */
  static PgBouncer start(Database behind, Pooling pooling, LogOn logOn) {
    Path program = BouncerProgram.required();
    int port = freePort();
    try {
      BouncerFolder folder = BouncerFolder.write(pooling, logOn, behind, port);
      Process process =
          BouncerProgram.child(
                  List.of("sh", "-c", GUARDED, program.toString(), folder.path().toString()))
              .redirectErrorStream(true)
              .redirectOutput(folder.log().toFile())
              .start();
      PgBouncer bouncer = new PgBouncer(behind, folder, process, port);
      bouncer.awaitReady();
      return bouncer;
    } catch (IOException e) {
      throw new EnvironmentException("cannot start PgBouncer (" + e.getMessage() + ")", e);
    }
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, loopback())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new EnvironmentException("no free port on 127.0.0.1 (" + e.getMessage() + ")", e);
    }
  }

  private static InetAddress loopback() throws IOException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  }

  private void awaitReady() throws IOException {
    long end = System.nanoTime() + START_NANOS;
    while (!accepts()) {
      if (!process.isAlive() || System.nanoTime() - end > 0) {
        String why = folder.reason();
        close();
        throw new EnvironmentException("PgBouncer did not start: " + why);
      }
      LockSupport.parkNanos(STEP_NANOS);
    }
  }

  private boolean accepts() throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(loopback(), port), 1000);
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  @Override
  public String url() {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + BouncerFolder.DATABASE;
  }

  @Override
  public String user() {
    return behind.user();
  }

  @Override
  public Password password() {
    return behind.password();
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(5, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
      process.getOutputStream().close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // the guard has gone already
    }
    folder.delete();
  }
}
