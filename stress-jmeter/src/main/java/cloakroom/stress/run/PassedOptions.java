package cloakroom.stress.run;

import static cloakroom.contract.TierOptions.CODEC;
import static cloakroom.contract.TierOptions.DB_JITTER;
import static cloakroom.contract.TierOptions.DB_RTT;
import static cloakroom.contract.TierOptions.DRCP_CLASS;
import static cloakroom.contract.TierOptions.DRCP_PURITY;
import static cloakroom.contract.TierOptions.FETCH_SIZE;
import static cloakroom.contract.TierOptions.INTERNAL_POOL_SIZE;
import static cloakroom.contract.TierOptions.LOGIN_TIMEOUT;
import static cloakroom.contract.TierOptions.PAGE_CPU;
import static cloakroom.contract.TierOptions.PAGE_WORK;
import static cloakroom.contract.TierOptions.READ_TIMEOUT;
import static cloakroom.contract.TierOptions.STATEMENT_CACHE;
import static cloakroom.contract.TierOptions.STATE_SIZE;
import static cloakroom.contract.TierOptions.STORE;
import static cloakroom.contract.TierOptions.VALIDATION;
import static cloakroom.stress.run.Rules.oneOf;
import static cloakroom.stress.run.Rules.within;

import cloakroom.contract.TierOptions;
import cloakroom.stress.process.StressFailure;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
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
      names = DB_RTT,
      paramLabel = "DURATION",
      description =
          "Round trip added between tier and database, by a relay that counts round trips: none for"
              + " no relay, 0 for one without delay, or such as 200us or 1ms (default: none).")
  String dbRtt;

  @Option(
      names = DB_JITTER,
      paramLabel = "DURATION",
      converter = Durations.class,
      description = "By how much such a round trip may be longer or shorter.")
  Duration dbJitter;

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

  @Option(
      names = PAGE_WORK,
      paramLabel = "DURATION",
      converter = Durations.class,
      description =
          "How long each request of a page waits while it has its module, as one that is rendered"
              + " does.")
  Duration pageWork;

  @Option(
      names = PAGE_CPU,
      paramLabel = "DURATION",
      converter = Durations.class,
      description = "The same, spent computing: CPU time of the tier.")
  Duration pageCpu;

  @Option(
      names = STATE_SIZE,
      paramLabel = "BYTES",
      description =
          "What a session's snapshot of a page weighs as XML: 2k to 1m (default: what the page"
              + " needs, some hundred bytes).")
  String stateSize;

  /** What was given, checked: the names of options without their dashes, and the values. */
  Map<String, String> checked() {
    Map<String, String> all = new LinkedHashMap<>();
    put(all, STORE, store, s -> oneOf(STORE, s, TierOptions.STORES));
    put(all, CODEC, codec, c -> oneOf(CODEC, c, TierOptions.CODECS));
    put(all, VALIDATION, validation, v -> oneOf(VALIDATION, v, TierOptions.VALIDATIONS));
    put(all, INTERNAL_POOL_SIZE, internalPoolSize, n -> within(INTERNAL_POOL_SIZE, n, 1, 10_000));
    put(all, STATEMENT_CACHE, statementCache, n -> within(STATEMENT_CACHE, n, 0, MOST));
    put(all, FETCH_SIZE, fetchSize, n -> within(FETCH_SIZE, n, 0, MOST));
    put(all, LOGIN_TIMEOUT, login, Durations::format);
    put(all, READ_TIMEOUT, read, Durations::format);
    put(all, DB_RTT, dbRtt, rtt -> Durations.distance(DB_RTT, rtt));
    put(all, DB_JITTER, dbJitter, Durations::format);
    put(all, DRCP_CLASS, connectionClass, name -> name);
    put(all, DRCP_PURITY, purity, p -> oneOf(DRCP_PURITY, p, TierOptions.PURITIES));
    put(all, PAGE_WORK, pageWork, time -> pageTime(PAGE_WORK, time));
    put(all, PAGE_CPU, pageCpu, time -> pageTime(PAGE_CPU, time));
    put(all, STATE_SIZE, stateSize, PassedOptions::stateSize);
    return Collections.unmodifiableMap(all);
  }

  private static String pageTime(String option, Duration time) {
    if (time.compareTo(Duration.ofSeconds(TierOptions.MOST_PAGE_SECONDS)) > 0) {
      throw StressFailure.wrongUse(
          "%s %s: must not exceed %ds"
              .formatted(option, Durations.format(time), TierOptions.MOST_PAGE_SECONDS));
    }
    return Durations.format(time);
  }

  private static String stateSize(String size) {
    if (TierOptions.stateBytes(size).isEmpty()) {
      throw StressFailure.wrongUse(
          "%s '%s': must be %s".formatted(STATE_SIZE, size, TierOptions.STATE_SIZES));
    }
    return size;
  }

  private static <T> void put(
      Map<String, String> into, String option, T given, Function<T, Object> checked) {
    if (given != null) {
      into.put(option.substring("--".length()), checked.apply(given).toString());
    }
  }
}
