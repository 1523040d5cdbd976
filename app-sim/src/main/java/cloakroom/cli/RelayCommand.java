package cloakroom.cli;

import cloakroom.command.Durations;
import cloakroom.contract.FaultCommand;
import cloakroom.contract.ReadyEvent;
import cloakroom.contract.TierOptions;
import cloakroom.database.url.UrlDatabase;
import cloakroom.http.JsonText;
import cloakroom.link.Relay;
import cloakroom.link.RelayProcess;
import cloakroom.platform.Daemons;
import cloakroom.platform.ShutdownSignals;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "relay",
    description =
        "Forwards connections to a database; adds latency and counts bytes and round trips.",
    footer =
        "The line 'counts' on standard input prints the counts so far; a command such as 'fault"
            + " begin link-cut 0' starts a fault. The relay does not encrypt, and parses only"
            + " PostgreSQL's messages, for counting.")
final class RelayCommand extends TextOrJsonCommand {
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration PARENT_STOP_TIMEOUT = Duration.ofMinutes(2); // the parent uses it

  @Option(names = RelayProcess.TO, required = true, paramLabel = "URL")
  private String url;

  @Option(names = RelayProcess.RTT, paramLabel = "TIME", defaultValue = "0")
  private String roundTrip;

  @Option(names = RelayProcess.JITTER, paramLabel = "TIME", defaultValue = "0ms")
  private Duration jitter;

  @Option(names = TierOptions.EXIT_WITH_PARENT)
  private boolean withParent;

  @Override
  @SuppressWarnings("try") // the signals need no call
  public Integer call() {
    UrlDatabase.requireNoCredentials(url);
    Duration added = Durations.distance(RelayProcess.RTT, roundTrip);
    RelayProcess.check(url, added, jitter);
    CompletableFuture<Void> end = new CompletableFuture<>();
    Runnable signal = withParent ? () -> {} : () -> end.complete(null);
    Duration timeout = withParent ? PARENT_STOP_TIMEOUT : STOP_TIMEOUT;
    try (ShutdownSignals signals = new ShutdownSignals(signal, timeout, () -> {}, 0);
        Relay relay = Relay.to(url)) {
      relay.setRoundTrip(added, jitter);
      printReady(relay);
      Daemons.readLines(
          System.in,
          line -> {
            FaultCommand.of(line).ifPresent(fault -> apply(fault, relay, added));
            print(JsonText.text(relay.total()));
          },
          withParent ? () -> end.complete(null) : () -> {});
      end.join();
    }
    return 0;
  }

  private void apply(FaultCommand fault, Relay relay, Duration added) {
    long value = fault.begins() ? fault.value() : 0;
    switch (fault.kind()) {
      case LINK_CUT -> relay.cut();
      case LINK_LOSS -> relay.setLoss((int) value);
      case LINK_LATENCY -> relay.setRoundTrip(added.plus(value, ChronoUnit.MICROS), jitter);
      default -> {
        // Other kinds of fault do not concern the network relay.
      }
    }
  }

  private void printReady(Relay relay) {
    long pid = ProcessHandle.current().pid();
    String url = relay.url();
    print(
        "The relay is ready.%n  URL  %s%nStop it with Ctrl-C, or: kill %d".formatted(url, pid),
        JsonText.object(
            "event", ReadyEvent.EVENT, "url", url, "port", relay.port(), "processId", pid));
  }
}
