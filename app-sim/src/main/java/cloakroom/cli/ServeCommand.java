package cloakroom.cli;

import static cloakroom.tier.CommandErrors.refuseValueIf;

import cloakroom.command.Usage;
import cloakroom.contract.FaultCommand;
import cloakroom.contract.ReadyEvent;
import cloakroom.contract.SchemaName;
import cloakroom.contract.StoppedEvent;
import cloakroom.contract.TierOptions;
import cloakroom.database.EnvironmentException;
import cloakroom.http.AdminGuard;
import cloakroom.http.JsonText;
import cloakroom.http.Tier;
import cloakroom.http.TierServer;
import cloakroom.link.RelayProcess;
import cloakroom.options.Choices;
import cloakroom.options.CommandOptions;
import cloakroom.options.NodeOptions;
import cloakroom.platform.ProgressLine;
import cloakroom.platform.Variables;
import cloakroom.tier.CommandErrors;
import cloakroom.tier.NodeAssembly;
import cloakroom.tier.PolicyOptions;
import cloakroom.tier.TierFaults;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.util.VirtualThreads;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "serve",
    description = "Runs a node of the application tier, until it is stopped.",
    footer = "SIGTERM or Ctrl-C stops it gracefully: requests finish, and state is passivated.",
    modelTransformer = ServeCommand.ServeOptions.class)
final class ServeCommand extends TextOrJsonCommand {
  private static final int MAX_THREADS = 10_000;
  private static final String OTLP = "--otlp";
  @Mixin private PolicyOptions policyOptions;

  @Option(names = TierOptions.HOST, paramLabel = "ADDRESS", defaultValue = "127.0.0.1")
  private String host;

  @Option(names = TierOptions.PORT, paramLabel = "N", defaultValue = "8080")
  private int port;

  @Option(names = TierOptions.ADMIN_PORT, paramLabel = "N", defaultValue = "0")
  private int adminPort;

  @Option(
      names = "--admin-host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description =
          "Address of metrics and counters. An address other than loopback requires a token in "
              + Variables.ADMIN_TOKEN
              + ", which clients send as 'Authorization: Bearer TOKEN'.")
  private String adminHost;

  @Option(names = OTLP, paramLabel = "URL")
  private String otlp;

  @Option(names = "--threads", paramLabel = "KIND", defaultValue = "platform")
  private String threads;

  @Option(names = "--max-threads", paramLabel = "N", defaultValue = "200")
  private int maxThreads;

  @Option(names = TierOptions.EXIT_WITH_PARENT)
  private boolean withParent;

  @Option(names = TierOptions.VALIDATE_ONLY)
  private boolean check;

  @Option(names = TierOptions.STOP_WITHIN, paramLabel = "TIME", defaultValue = "8s")
  private Duration stopWithin;

  private Choices options;
  private final CompletableFuture<TierFaults> running = new CompletableFuture<>();

  static final class ServeOptions extends CommandOptions {
    ServeOptions() {
      super(NodeOptions.ALL);
    }
  }

  @Override
  public Integer call() {
    options = CommandOptions.choices(spec, NodeOptions.ALL);
    TierServer.Listening listening = checked();
    Optional<URI> collector = collector();
    boolean tooShort = stopWithin.compareTo(Duration.ofSeconds(1)) < 0;
    refuseValueIf(tooShort, "--stop-within", stopWithin, "at least 1s");
    NodeAssembly node = new NodeAssembly(policyOptions, options);
    boolean virtual = "virtual".equals(threads);
    String noCpu = "action compute requires the CPU time of a thread; choose platform";
    refuseValueIf(virtual && node.computes(), "--threads", threads, noCpu);
    if (check) {
      return 0;
    }
    try (StopRequest stop = new StopRequest(withParent, stopWithin.plusSeconds(1), this::receive)) {
      Tier tier = stop.unlessRequested(node::open);
      if (!node.installed().isEmpty()) {
        print(node.installed(), new ProgressLine(node.installed()));
      }
      TierServer server = new TierServer(tier, listening);
      collector.ifPresent(server::exportTo);
      start(server);
      try (TierFaults faults = new TierFaults(tier, node.storeFull)) {
        running.complete(faults);
        printReady(server, node, tier.relay().map(RelayProcess::processId).orElse(0L));
        stop.requested.join();
      }
      int exitCode = exitCode(server.stop(stopWithin));
      print("Stopped.", new StoppedEvent(server.report()));
      stop.exitCode(exitCode);
      return exitCode;
    }
  }

  private void receive(String line) {
    var unused =
        running.thenAccept(
            faults ->
                FaultCommand.of(line)
                    .map(fault -> new FaultCommand.Done(fault, faults.apply(fault)))
                    .ifPresent(done -> print(JsonText.text(done))));
  }

  private Optional<URI> collector() {
    if (otlp == null) {
      return Optional.empty();
    }
    URI address;
    try {
      address = new URI(otlp);
    } catch (URISyntaxException e) {
      address = URI.create("");
    }
    boolean web = List.of("http", "https").contains(String.valueOf(address.getScheme()));
    String form = "an HTTP address such as http://127.0.0.1:4318/v1/metrics";
    refuseValueIf(address.getHost() == null || !web, OTLP, otlp, form);
    String remedy = "set credentials in OTEL_EXPORTER_OTLP_HEADERS";
    refuseValueIf(address.getUserInfo() != null, OTLP, "with a user", remedy);
    boolean noPath = address.getPath().isEmpty() || "/".equals(address.getPath());
    return Optional.of(noPath ? address.resolve("/v1/metrics") : address);
  }

  private TierServer.Listening checked() {
    CommandErrors.checkPort(TierOptions.PORT, port);
    CommandErrors.checkPort(TierOptions.ADMIN_PORT, adminPort);
    boolean possible = maxThreads >= 1 && maxThreads <= MAX_THREADS;
    refuseValueIf(!possible, "--max-threads", maxThreads, "a number from 1 to " + MAX_THREADS);
    boolean virtual = "virtual".equals(threads);
    boolean known = virtual || "platform".equals(threads);
    refuseValueIf(!known, "--threads", threads, "choose platform or virtual");
    int jdk = Runtime.version().feature();
    String none = "JDK " + jdk + " has no virtual threads, they need 21; choose platform";
    refuseValueIf(virtual && !VirtualThreads.areSupported(), "--threads", threads, none);
    boolean pageCpu = !options.get(NodeOptions.PAGE_CPU).isZero();
    String noCpu = "--page-cpu requires the CPU time of a thread; choose platform";
    refuseValueIf(virtual && pageCpu, "--threads", threads, noCpu);
    String token = System.getenv().getOrDefault(Variables.ADMIN_TOKEN, "");
    AdminGuard admin = new AdminGuard(adminHost, token);
    return new TierServer.Listening(host, port, admin, adminPort, maxThreads, virtual);
  }

  private int exitCode(TierServer.ShutdownResult result) {
    if (result.requests() == 0 && result.states() == 0) {
      return 0;
    }
    String losses = "stopped; requests cut off: %d, states of sessions not saved: %d";
    Usage.printError(spec.commandLine(), losses.formatted(result.requests(), result.states()));
    return 1;
  }

  private void start(TierServer server) {
    try {
      server.start();
    } catch (IOException e) {
      server.close();
      String form =
          "cannot listen on %s:%d and admin port %s:%d (%s): choose free ports, or 0 for any";
      String message = form.formatted(host, port, adminHost, adminPort, e.getMessage());
      throw new EnvironmentException(message, e);
    }
  }

  private void printReady(TierServer server, NodeAssembly node, long relay) {
    long pid = ProcessHandle.current().pid();
    if (json) {
      print(JsonText.text(new ReadyEvent(server.port(), server.adminPort(), pid, relay)));
    } else {
      String pages = "http://" + host + ":" + server.port();
      policyOptions.imported().ifPresent(imported -> print("bc4j: " + imported.summary()));
      node.policy.notes().forEach(note -> print("note: " + note));
      print("The tier is ready under policy " + node.policy.name() + ".");
      if (!policyOptions.isNoop()) {
        SchemaName schema =
            SchemaName.of(options.get(NodeOptions.URL), options.get(NodeOptions.SCHEMA));
        print("  schema   " + schema.description());
      }
      List<String> names = List.copyOf(node.application.pages().keySet());
      String paths = String.join(" and " + pages + "/", names).replaceFirst("(?= |$)", "?user=1");
      print("  pages    " + pages + "/" + paths);
      String admin = "http://" + adminHost + ":" + server.adminPort();
      print("  metrics  " + admin + "/metrics");
      print("  live     " + admin + "/live");
      print("Stop it with Ctrl-C, or: kill " + pid);
    }
  }
}
