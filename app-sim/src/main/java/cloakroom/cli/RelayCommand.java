package cloakroom.cli;

import cloakroom.command.Durations;
import cloakroom.contract.FaultCommand;
import cloakroom.contract.ReadyEvent;
import cloakroom.contract.TierOptions;
import cloakroom.database.url.UrlDatabase;
import cloakroom.http.JsonText;
import cloakroom.link.Relay;
import cloakroom.link.RelayProcess;
import cloakroom.platform.OtherProcess;
import cloakroom.platform.ShutdownSignals;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs a relay until it is told to stop, or its parent ends. */
@Command(
    name = "relay",
    description =
        "Lies between programs and their database: makes the way longer and counts what passes.",
    footer =
        "A line 'counts' on standard input is answered with what has passed so far, and so is an"
            + " order such as 'fault begin link-cut 0'. Nothing is encrypted or read but"
            + " PostgreSQL's messages, for counting.")
final class RelayCommand extends TextOrJsonCommand {
  private static final Duration END = Duration.ofSeconds(5);

  /** A signal that its parent got too: the parent has this long to end well by way of the relay. */
  private static final Duration PARENT_END = Duration.ofMinutes(2);

  @Option(names = RelayProcess.TO, required = true, paramLabel = "URL")
  private String url;

  @Option(names = RelayProcess.RTT, paramLabel = "TIME", defaultValue = "0")
  private String roundTrip;

  @Option(names = RelayProcess.JITTER, paramLabel = "TIME", defaultValue = "0ms")
  private Duration jitter;

  @Option(names = TierOptions.EXIT_WITH_PARENT)
  private boolean withParent;

  @Override
  @SuppressWarnings("try") // interrupts act by being listened to
  public Integer call() {
    UrlDatabase.requireNoCredentials(url);
    Duration added = Durations.distance(RelayProcess.RTT, roundTrip);
    RelayProcess.check(url, added, jitter);
    CompletableFuture<Void> end = new CompletableFuture<>();
    Runnable signal = withParent ? () -> {} : () -> end.complete(null);
    try (ShutdownSignals interrupts =
            new ShutdownSignals(signal, withParent ? PARENT_END : END, () -> {}, 0);
        Relay relay = Relay.to(url)) {
      relay.setRoundTrip(added, jitter);
      long pid = ProcessHandle.current().pid();
      print(
          ready(relay.url(), pid),
          JsonText.object(
              "event",
              ReadyEvent.EVENT,
              "url",
              relay.url(),
              "port",
              relay.port(),
              "processId",
              pid));
      OtherProcess.readLines(
          System.in,
          line -> {
            FaultCommand.of(line).ifPresent(order -> obey(order, relay, added));
            print(JsonText.text(relay.total()));
          },
          withParent ? () -> end.complete(null) : () -> {});
      end.join();
    }
    return 0;
  }

  private void obey(FaultCommand order, Relay relay, Duration usual) {
    switch (order.kind()) {
      case LINK_CUT -> relay.cut();
      case LINK_LOSS -> relay.setLoss(order.begins() ? (int) order.value() : 0);
      case LINK_LATENCY -> {
        long more = order.begins() ? order.value() : 0;
        relay.setRoundTrip(usual.plus(more, ChronoUnit.MICROS), jitter);
      }
      default -> {
        // not on the way
      }
    }
  }

  private static String ready(String through, long pid) {
    return String.join(
        System.lineSeparator(),
        "The relay is ready.",
        "  URL  " + through,
        "Stop it with Ctrl-C, or: kill " + pid);
  }
}
