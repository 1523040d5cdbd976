package cloakroom.stress.run;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** What the tier tells the driver of every connection; what is not given has the tier's default. */
final class DriverOptions {
  private static final int MOST = 1_000_000;

  @Option(
      names = "--statement-cache",
      paramLabel = "N",
      description = "Prepared statements that each connection keeps; 0 for none.")
  Integer statementCache;

  @Option(
      names = "--fetch-size",
      paramLabel = "ROWS",
      description =
          "Rows that a round trip brings where a statement says nothing else, as the pages' do; 0"
              + " for the driver's own way.")
  Integer fetchSize;

  @Option(
      names = "--login-timeout",
      paramLabel = "DURATION",
      converter = Durations.class,
      description = "How long connecting may take, in whole seconds.")
  Duration login;

  @Option(
      names = "--read-timeout",
      paramLabel = "DURATION",
      converter = Durations.class,
      description =
          "How long a statement may stay unanswered before its session counts as dead; 0ms for"
              + " ever.")
  Duration read;

  @Option(
      names = "--drcp-class",
      paramLabel = "NAME",
      description = "Connection class on Oracle's pooled servers.")
  String connectionClass;

  @Option(
      names = "--drcp-purity",
      paramLabel = "P",
      description =
          "Whether a pooled server may come with an earlier user's session state: self or new.")
  String purity;

  /** Adds what was given to the tier's options, checked. */
  void into(Map<String, String> options) {
    number(options, "statement-cache", statementCache);
    number(options, "fetch-size", fetchSize);
    time(options, "login-timeout", login);
    time(options, "read-timeout", read);
    if (connectionClass != null) {
      options.put("drcp-class", connectionClass);
    }
    if (purity != null) {
      options.put(
          "drcp-purity", SettingsCheck.oneOf("--drcp-purity", purity, List.of("self", "new")));
    }
  }

  private static void number(Map<String, String> options, String name, Integer value) {
    if (value != null) {
      int checked = SettingsCheck.within("--" + name, value, 0, MOST);
      options.put(name, Integer.toString(checked));
    }
  }

  private static void time(Map<String, String> options, String name, Duration value) {
    if (value != null) {
      options.put(name, Durations.format(value));
    }
  }
}
