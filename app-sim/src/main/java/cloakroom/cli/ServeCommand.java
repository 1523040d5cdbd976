package cloakroom.cli;

import cloakroom.contract.Ready;
import cloakroom.contract.Stopped;
import cloakroom.contract.TierOptions;
import cloakroom.database.EnvironmentException;
import cloakroom.http.JsonText;
import cloakroom.http.TierServer;
import cloakroom.module.ReleasePolicy;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs one node of the application tier until it is told to stop. */
@Command(
    name = "serve",
    description = "Runs a node of the application tier, until it is stopped.",
    footer =
        "SIGTERM or Ctrl-C stops it gracefully: requests finish, state is passivated. Exit code 1 when"
            + " that could not be done in time.")
final class ServeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private NodeOptions nodeOptions;
  @Mixin private ListenOptions listenOptions;

  @Option(names = TierOptions.JSON, description = "Print one JSON object for each event.")
  private boolean json;

  @Option(names = TierOptions.WITH_PARENT, description = "Stop when standard input ends.")
  private boolean withParent;

  @Option(
      names = TierOptions.STOP_WITHIN,
      paramLabel = "TIME",
      defaultValue = "8s",
      description =
          "How long a stop may take; a third of it is for requests to finish (default: 8s, which a"
              + " container's ten seconds allow).")
  private Duration stopWithin;

  @Override
  public Integer call() {
    TierServer.Listening listening = listenOptions.checked();
    if (stopWithin.compareTo(Duration.ofSeconds(1)) < 0) {
      throw CommandErrors.wrongValue("--stop-within", stopWithin, "at least 1s");
    }
    Node node = new Node(nodeOptions);
    try (StopRequest stop = StopRequest.listen(withParent, stopWithin.plusSeconds(1))) {
      TierServer server = new TierServer(node.open(), listening);
      start(server);
      ready(server, node.policy());
      stop.requested().join();
      int exitCode = exitCode(server.stop(stopWithin));
      print(json ? JsonText.text(new Stopped(server.report())) : "Stopped.");
      stop.exitCode(exitCode);
      return exitCode;
    }
  }

  private int exitCode(TierServer.Undone undone) {
    if (undone.requests() == 0 && undone.states() == 0) {
      return 0;
    }
    PrintWriter err = spec.commandLine().getErr();
    err.printf(
        "%s: stopped; requests cut off: %d, states of sessions not saved: %d%n",
        spec.qualifiedName(), undone.requests(), undone.states());
    err.flush();
    return 1;
  }

  private void start(TierServer server) {
    try {
      server.start();
    } catch (IOException e) {
      server.close();
      throw new EnvironmentException(
          "cannot listen on %s:%d and admin port %s:%d (%s): choose free ports, or 0 for any"
              .formatted(
                  listenOptions.host,
                  listenOptions.port,
                  listenOptions.adminHost,
                  listenOptions.adminPort,
                  e.getMessage()),
          e);
    }
  }

  private void ready(TierServer server, ReleasePolicy policy) {
    long pid = ProcessHandle.current().pid();
    if (json) {
      print(JsonText.text(new Ready(server.port(), server.adminPort(), pid)));
    } else {
      String pages = "http://" + listenOptions.host + ":" + server.port();
      nodeOptions.policy.imported().ifPresent(imported -> print("bc4j: " + imported.summary()));
      policy.notes().forEach(note -> print("note: " + note));
      print("The tier is ready under policy " + policy.name() + ".");
      print("  pages    " + pages + "/departments?user=1 and " + pages + "/employees");
      print("  metrics  http://" + listenOptions.adminHost + ":" + server.adminPort() + "/metrics");
      print("Stop it with Ctrl-C, or: kill " + pid);
    }
  }

  private static void print(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
