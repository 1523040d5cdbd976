package cloakroom.cli;

import cloakroom.contract.TierOptions;
import java.time.Duration;
import picocli.CommandLine.Option;

/** What the driver of every connection is told, whatever the pool and the database. */
final class DriverOptions {
  @Option(
      names = TierOptions.STATEMENT_CACHE,
      paramLabel = "N",
      defaultValue = "256",
      description = "Prepared statements that each connection keeps; 0 for none (default: 256).")
  int statementCache;

  @Option(
      names = TierOptions.FETCH_SIZE,
      paramLabel = "ROWS",
      defaultValue = "100",
      description =
          "Rows that a round trip brings where a statement says nothing else, as the pages' do; 0"
              + " for the driver's own way (default: 100).")
  int fetchSize;

  @Option(
      names = TierOptions.LOGIN_TIMEOUT,
      paramLabel = "TIME",
      defaultValue = "10s",
      description = "How long connecting may take, in whole seconds (default: 10s).")
  Duration login;

  @Option(
      names = TierOptions.READ_TIMEOUT,
      paramLabel = "TIME",
      defaultValue = "60s",
      description =
          "How long a statement may stay unanswered before its session counts as dead; 0s for ever"
              + " (default: 60s).")
  Duration read;

  @Option(
      names = TierOptions.DRCP_CLASS,
      paramLabel = "NAME",
      defaultValue = "CLOAKROOM",
      description =
          "Connection class on Oracle's pooled servers, which only connections of one class share"
              + " (default: CLOAKROOM).")
  String connectionClass;

  @Option(
      names = TierOptions.DRCP_PURITY,
      paramLabel = "P",
      defaultValue = "self",
      description =
          "Whether a pooled server may come with an earlier user's session state: self or new"
              + " (default: self).")
  String purity;
}
