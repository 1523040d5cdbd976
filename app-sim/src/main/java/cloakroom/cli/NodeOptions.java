package cloakroom.cli;

import cloakroom.contract.TierOptions;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a node of the tier is told on the command line. */
final class NodeOptions {
  @Mixin PolicyOptions policy;

  @Option(names = "--pool", paramLabel = "KIND", defaultValue = "ucp")
  String pool;

  @Option(names = "--pool-size", paramLabel = "N", defaultValue = "200")
  int poolSize;

  @Option(names = "--pool-min", paramLabel = "N", defaultValue = "0")
  int poolMin;

  @Option(names = "--internal-pool-size", paramLabel = "N", defaultValue = "10")
  int internalPoolSize;

  @Option(names = "--pool-wait", paramLabel = "TIME", defaultValue = "30s")
  Duration poolWait;

  @Option(names = "--hygiene", paramLabel = "H", defaultValue = "rollback")
  String hygiene;

  @Option(names = "--validation", paramLabel = "V", defaultValue = "always")
  String validation;

  @Option(names = "--statement-cache", paramLabel = "N", defaultValue = "256")
  int statementCache;

  @Option(names = "--fetch-size", paramLabel = "ROWS", defaultValue = "100")
  int fetchSize;

  @Option(names = "--login-timeout", paramLabel = "TIME", defaultValue = "10s")
  Duration loginTimeout;

  @Option(names = "--read-timeout", paramLabel = "TIME", defaultValue = "60s")
  Duration readTimeout;

  @Option(names = "--drcp-class", paramLabel = "NAME", defaultValue = "CLOAKROOM")
  String connectionClass;

  @Option(names = "--drcp-purity", paramLabel = "P", defaultValue = "self")
  String purity;

  @Option(names = TierOptions.STORE, paramLabel = "S", defaultValue = "ps-txn-classic")
  String store;

  @Option(names = "--codec", paramLabel = "C")
  String codec;

  @Option(names = TierOptions.STORE_DIR, paramLabel = "DIR")
  Path storeDir;

  @Option(names = "--store-fsync", paramLabel = "BOOLEAN", arity = "1", defaultValue = "true")
  boolean storeFsync;

  @Option(names = "--prepare-session", paramLabel = "W", defaultValue = "none")
  String prepareSession;

  @Option(names = TierOptions.PAGE_WORK, paramLabel = "TIME", defaultValue = "0ms")
  Duration pageWork;

  @Option(names = "--page-cpu", paramLabel = "TIME", defaultValue = "0ms")
  Duration pageCpu;

  @Option(names = "--state-size", paramLabel = "BYTES", defaultValue = "0")
  String stateSize;

  @Option(names = TierOptions.URL, paramLabel = "URL")
  String url;

  @Option(names = TierOptions.DB_RTT, paramLabel = "TIME", defaultValue = TierOptions.DIRECT)
  String dbRtt;

  @Option(names = "--db-jitter", paramLabel = "TIME", defaultValue = "0ms")
  Duration dbJitter;

  @Option(names = TierOptions.USER, paramLabel = "NAME", defaultValue = "cloakroom")
  String user;

  @Option(names = TierOptions.SCHEMA, paramLabel = "NAME")
  String schema;

  @Option(
      names = TierOptions.APPLICATION_NAME,
      paramLabel = "NAME",
      defaultValue = TierOptions.TIER_NAME)
  String applicationName;

  @Option(names = TierOptions.INSTALL_SCHEMA)
  boolean installSchema;

  @Option(names = TierOptions.SCALE, paramLabel = "FACTOR", defaultValue = "1")
  double scale;

  @Option(names = "--session-timeout", paramLabel = "TIME", defaultValue = "30m")
  Duration sessionTimeout;

  @Option(names = "--max-sessions", paramLabel = "N", defaultValue = "100000")
  int maxSessions;

  @Option(names = "--session-queue", paramLabel = "N", defaultValue = "8")
  int sessionQueue;
}
