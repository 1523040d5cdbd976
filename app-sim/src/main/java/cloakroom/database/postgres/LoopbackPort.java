package cloakroom.database.postgres;

import cloakroom.database.EnvironmentException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;

/** Ports on 127.0.0.1, the only address that the server listens on. */
final class LoopbackPort {
  private LoopbackPort() {}

  /** IPv4 whatever the virtual machine prefers. */
  private static InetAddress address() throws UnknownHostException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  }

  /** A port that nobody used a moment ago. */
  static int free() {
    try (ServerSocket socket = new ServerSocket(0, 1, address())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new EnvironmentException("no free port on 127.0.0.1 (" + e.getMessage() + ")", e);
    }
  }

  /** Refuses a port that is in use, before any work is done for it. */
  static void requireFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(address(), port));
    } catch (IOException e) {
      throw taken(port, e);
    }
  }

  static EnvironmentException taken(int port, Exception cause) {
    return new EnvironmentException(
        "port " + port + " on 127.0.0.1 is in use: name another, or 0 for a free one", cause);
  }
}
