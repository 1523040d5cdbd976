package cloakroom.cli;

import cloakroom.contract.TierOptions;
import cloakroom.http.AdminToken;
import cloakroom.http.TierServer;
import org.eclipse.jetty.util.VirtualThreads;
import picocli.CommandLine.Option;

/** Where and how a node listens, as the command line says it. */
final class ListenOptions {
  private static final int LAST_PORT = 65_535;
  private static final int MOST_THREADS = 10_000;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Address of the pages.")
  String host;

  @Option(
      names = TierOptions.PORT,
      paramLabel = "N",
      defaultValue = "8080",
      description = "Port of the pages; 0 takes a free one.")
  int port;

  @Option(
      names = TierOptions.ADMIN_PORT,
      paramLabel = "N",
      defaultValue = "0",
      description = "Port of metrics and counters; 0 takes a free one.")
  int adminPort;

  @Option(
      names = "--admin-host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description =
          "Address of metrics and counters. Any but a loopback address needs a token in "
              + AdminToken.VARIABLE
              + ", which readers send as 'Authorization: Bearer TOKEN'.")
  String adminHost;

  @Option(
      names = "--threads",
      paramLabel = "KIND",
      defaultValue = "platform",
      description = "Threads that requests run on: platform, or virtual (JDK 21 or later).")
  String threads;

  @Option(
      names = "--max-threads",
      paramLabel = "N",
      defaultValue = "200",
      description = "Requests worked on at a time, on threads of either kind (default: 200).")
  int maxThreads;

  /** Refuses what cannot be. */
  TierServer.Listening checked() {
    checkPort(TierOptions.PORT, port);
    checkPort(TierOptions.ADMIN_PORT, adminPort);
    if (maxThreads < 1 || maxThreads > MOST_THREADS) {
      throw CommandErrors.wrongValue(
          "--max-threads", maxThreads, "a number from 1 to " + MOST_THREADS);
    }
    boolean virtual = "virtual".equals(threads);
    if (!virtual && !"platform".equals(threads)) {
      throw CommandErrors.wrongValue("--threads", threads, "choose platform or virtual");
    }
    if (virtual && !VirtualThreads.areSupported()) {
      String rule = "this JDK has no virtual threads (it is %d, they need 21); choose platform";
      throw CommandErrors.wrongValue(
          "--threads", threads, rule.formatted(Runtime.version().feature()));
    }
    return new TierServer.Listening(
        host, port, adminHost, adminPort, AdminToken.given(), maxThreads, virtual);
  }

  static void checkPort(String option, int port) {
    if (port < 0 || port > LAST_PORT) {
      throw CommandErrors.wrongValue(option, port, "a port is a number from 0 to " + LAST_PORT);
    }
  }
}
