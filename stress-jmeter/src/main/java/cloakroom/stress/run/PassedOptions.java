package cloakroom.stress.run;

import static cloakroom.contract.TierOptions.CODEC;
import static cloakroom.contract.TierOptions.DRCP_CLASS;
import static cloakroom.contract.TierOptions.DRCP_PURITY;
import static cloakroom.contract.TierOptions.FETCH_SIZE;
import static cloakroom.contract.TierOptions.INTERNAL_POOL_SIZE;
import static cloakroom.contract.TierOptions.LOGIN_TIMEOUT;
import static cloakroom.contract.TierOptions.READ_TIMEOUT;
import static cloakroom.contract.TierOptions.STATEMENT_CACHE;
import static cloakroom.contract.TierOptions.STORE;
import static cloakroom.contract.TierOptions.VALIDATION;

import cloakroom.contract.TierOptions;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** Options that are passed on to the tier; what is not given has the tier's own default. */
final class PassedOptions {
  private static final int MOST = 1_000_000;

  @Option(
      names = STORE,
      paramLabel = "S",
      description =
          "Where snapshots go: ps-txn, ps-txn-classic, file or memory (default: the tier's).")
  String store;

  @Option(
      names = CODEC,
      paramLabel = "C",
      description =
          "How snapshots are written: xml, binary or zstd (default: the tier's, by store).")
  String codec;

  @Option(
      names = VALIDATION,
      paramLabel = "V",
      description =
          "When the pool asks whether a connection lives: always or idle (default: the tier's).")
  String validation;

  @Option(
      names = INTERNAL_POOL_SIZE,
      paramLabel = "N",
      description =
          "Connections for snapshots alone, with jbo.server.internal_connection=separate (default:"
              + " the tier's).")
  Integer internalPoolSize;

  @Option(
      names = STATEMENT_CACHE,
      paramLabel = "N",
      description = "Prepared statements that each connection keeps; 0 for none.")
  Integer statementCache;

  @Option(
      names = FETCH_SIZE,
      paramLabel = "ROWS",
      description =
          "Rows that a round trip brings where a statement says nothing else, as the pages' do; 0"
              + " for the driver's own way.")
  Integer fetchSize;

  @Option(
      names = LOGIN_TIMEOUT,
      paramLabel = "DURATION",
      converter = Durations.class,
      description = "How long connecting may take, in whole seconds.")
  Duration login;

  @Option(
      names = READ_TIMEOUT,
      paramLabel = "DURATION",
      converter = Durations.class,
      description =
          "How long a statement may stay unanswered before its session counts as dead; 0ms for"
              + " ever.")
  Duration read;

  @Option(
      names = DRCP_CLASS,
      paramLabel = "NAME",
      description = "Connection class on Oracle's pooled servers.")
  String connectionClass;

  @Option(
      names = DRCP_PURITY,
      paramLabel = "P",
      description =
          "Whether a pooled server may come with an earlier user's session state: self or new.")
  String purity;

  /** What was given, checked: the names of options without their dashes, and the values. */
  Map<String, String> checked() {
    Map<String, String> all = new LinkedHashMap<>();
    choice(all, STORE, store, TierOptions.STORES);
    choice(all, CODEC, codec, TierOptions.CODECS);
    choice(all, VALIDATION, validation, TierOptions.VALIDATIONS);
    number(all, INTERNAL_POOL_SIZE, internalPoolSize, 1, 10_000);
    number(all, STATEMENT_CACHE, statementCache, 0, MOST);
    number(all, FETCH_SIZE, fetchSize, 0, MOST);
    time(all, LOGIN_TIMEOUT, login);
    time(all, READ_TIMEOUT, read);
    put(all, DRCP_CLASS, connectionClass);
    choice(all, DRCP_PURITY, purity, TierOptions.PURITIES);
    return Collections.unmodifiableMap(all);
  }

  private static void put(Map<String, String> into, String option, String value) {
    if (value != null) {
      into.put(option.substring("--".length()), value);
    }
  }

  private static void choice(
      Map<String, String> into, String option, String value, List<String> choices) {
    put(into, option, value == null ? null : Rules.oneOf(option, value, choices));
  }

  private static void number(
      Map<String, String> into, String option, Integer value, int least, int most) {
    put(
        into,
        option,
        value == null ? null : Integer.toString(Rules.within(option, value, least, most)));
  }

  private static void time(Map<String, String> into, String option, Duration value) {
    put(into, option, value == null ? null : Durations.format(value));
  }
}
