package cloakroom.cli;

import cloakroom.connection.link.Relay;
import cloakroom.connection.link.RelayProcess;
import cloakroom.contract.FaultOrder;
import cloakroom.contract.Interrupts;
import cloakroom.contract.ParentWatch;
import cloakroom.contract.Ready;
import cloakroom.contract.TierOptions;
import cloakroom.database.url.UrlDatabase;
import cloakroom.http.JsonText;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a relay until it is told to stop, or its parent ends. */
@Command(
    name = "relay",
    description =
        "Lies between programs and their database: makes the way longer and counts what passes.",
    footer =
        "A line 'counts' on standard input is answered with what has passed so far, and so is an"
            + " order such as 'fault begin link-cut 0'. Nothing is encrypted or read but"
            + " PostgreSQL's messages, for counting.")
final class RelayCommand implements Callable<Integer> {
  private static final Duration END = Duration.ofSeconds(5);

  /** A signal that its parent got too: the parent has this long to end well by way of the relay. */
  private static final Duration PARENT_END = Duration.ofMinutes(2);

  @Spec private CommandSpec spec;

  @Option(names = RelayProcess.TO, required = true, paramLabel = "URL")
  private String url;

  @Option(names = RelayProcess.RTT, paramLabel = "TIME", defaultValue = "0")
  private String roundTrip;

  @Option(names = RelayProcess.JITTER, paramLabel = "TIME", defaultValue = "0ms")
  private Duration jitter;

  @Option(names = TierOptions.JSON)
  private boolean json;

  @Option(names = TierOptions.WITH_PARENT)
  private boolean withParent;

  @Override
  @SuppressWarnings("try") // interrupts act by being listened to
  public Integer call() {
    UrlDatabase.requireNoCredentials(url);
    Duration added = DurationConverter.distance(RelayProcess.RTT, roundTrip);
    RelayProcess.check(url, added, jitter);
    CompletableFuture<Void> end = new CompletableFuture<>();
    Runnable signal = withParent ? () -> {} : () -> end.complete(null);
    try (Interrupts interrupts =
            Interrupts.listen(signal, withParent ? PARENT_END : END, () -> {}, 0);
        Relay relay = Relay.to(url)) {
      relay.setRoundTrip(added, jitter);
      print(ready(relay.url(), relay.port(), ProcessHandle.current().pid()));
      ParentWatch.start(
          System.in,
          line -> {
            FaultOrder.of(line).ifPresent(order -> obey(order, relay, added));
            print(JsonText.text(relay.total()));
          },
          withParent ? () -> end.complete(null) : () -> {});
      end.join();
    }
    return 0;
  }

  private void obey(FaultOrder order, Relay relay, Duration usual) {
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

  private String ready(String through, int port, long pid) {
    return json
        ? JsonText.text(
            JsonText.object("event", Ready.EVENT, "url", through, "port", port, "processId", pid))
        : String.join(
            System.lineSeparator(),
            "The relay is ready.",
            "  URL  " + through,
            "Stop it with Ctrl-C, or: kill " + pid);
  }

  private void print(String line) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(line);
    out.flush();
  }
}
