package cloakroom.cli;

import cloakroom.contract.TierOptions;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What a node of the tier is told on the command line. */
final class NodeOptions {
  @Mixin PolicyOptions policy;

  @Option(
      names = TierOptions.POOL,
      paramLabel = "KIND",
      defaultValue = "ucp",
      description =
          "Where connections come from: hikari, ucp, agroal, dbcp2 or none (default: ucp).")
  String pool;

  @Option(
      names = TierOptions.POOL_SIZE,
      paramLabel = "N",
      defaultValue = "200",
      description = "Connections at the most.")
  int poolSize;

  @Option(
      names = TierOptions.POOL_MIN,
      paramLabel = "N",
      defaultValue = "0",
      description = "Connections opened at the start and kept open (default: 0).")
  int poolMin;

  @Option(
      names = TierOptions.INTERNAL_POOL_SIZE,
      paramLabel = "N",
      defaultValue = "10",
      description = "The same for snapshots, with jbo.server.internal_connection=separate.")
  int internalPoolSize;

  @Option(
      names = "--pool-wait",
      paramLabel = "TIME",
      defaultValue = "30s",
      description = "How long a borrow waits.")
  Duration poolWait;

  @Option(
      names = TierOptions.HYGIENE,
      paramLabel = "H",
      defaultValue = "rollback",
      description =
          "What a connection is cleaned of when it goes back, or stays and changes its session:"
              + " none, rollback or full.")
  String hygiene;

  @Option(
      names = TierOptions.VALIDATION,
      paramLabel = "V",
      defaultValue = "always",
      description = "When a pool asks whether a connection lives: always or idle (after 500 ms).")
  String validation;

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
  Duration loginTimeout;

  @Option(
      names = TierOptions.READ_TIMEOUT,
      paramLabel = "TIME",
      defaultValue = "60s",
      description =
          "How long a statement may stay unanswered before its session counts as dead; 0s for ever"
              + " (default: 60s).")
  Duration readTimeout;

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

  @Option(
      names = TierOptions.STORE,
      paramLabel = "S",
      defaultValue = "ps-txn-classic",
      description =
          "Where snapshots go: ps-txn (one statement), ps-txn-classic (ADF's way), file or memory"
              + " (default: ps-txn-classic).")
  String store;

  @Option(
      names = TierOptions.CODEC,
      paramLabel = "C",
      description =
          "How snapshots are written: xml (ADF's way), binary or zstd (default: xml with"
              + " ps-txn-classic, binary with any other store).")
  String codec;

  @Option(
      names = TierOptions.STORE_DIR,
      paramLabel = "DIR",
      description = "Directory of the file store, one for each node.")
  Path storeDir;

  @Option(
      names = "--store-fsync",
      paramLabel = "BOOLEAN",
      arity = "1",
      defaultValue = "true",
      description = "Whether a snapshot in a file outlives a power failure (default: true).")
  boolean storeFsync;

  @Option(
      names = "--prepare-session",
      paramLabel = "W",
      defaultValue = "none",
      description =
          "What prepareSession does: none, or context (writes whom the database session works"
              + " for into it, for row-level security: PostgreSQL's setting cloakroom.session,"
              + " Oracle's client info).")
  String prepareSession;

  @Option(
      names = TierOptions.PAGE_WORK,
      paramLabel = "TIME",
      defaultValue = "0ms",
      description =
          "How long each request of a page waits while it has its module, as one that is rendered"
              + " does, at most 10s (default: 0ms).")
  Duration pageWork;

  @Option(
      names = TierOptions.PAGE_CPU,
      paramLabel = "TIME",
      defaultValue = "0ms",
      description =
          "The same, spent computing: CPU time of its thread, at most 10s (default: 0ms). Not on"
              + " virtual threads, which have no CPU time of their own.")
  Duration pageCpu;

  @Option(
      names = TierOptions.STATE_SIZE,
      paramLabel = "BYTES",
      defaultValue = "0",
      description =
          "What a session's snapshot of a page weighs, written as XML: 2k to 1m, such as 4k or 40k;"
              + " view objects without a query make up for what it lacks (default: 0, the page's"
              + " own state).")
  String stateSize;

  @Option(
      names = TierOptions.URL,
      paramLabel = "URL",
      description = "The database, for example jdbc:postgresql://127.0.0.1:5432/cloakroom.")
  String url;

  @Option(
      names = TierOptions.DB_RTT,
      paramLabel = "TIME",
      defaultValue = TierOptions.DIRECT,
      description =
          "Round trip added between node and database, by a relay in a process of its own that counts"
              + " round trips: none for no relay, 0 for one without delay, or such as 200us or 1ms"
              + " (default: none).")
  String dbRtt;

  @Option(
      names = TierOptions.DB_JITTER,
      paramLabel = "TIME",
      defaultValue = "0ms",
      description =
          "By how much a round trip may be longer or shorter than --db-rtt (default: 0ms).")
  Duration dbJitter;

  @Option(
      names = TierOptions.USER,
      paramLabel = "NAME",
      defaultValue = "cloakroom",
      description = "The database user; the password comes from CLOAKROOM_DB_PASSWORD or a prompt.")
  String user;

  @Option(
      names = TierOptions.INSTALL_SCHEMA,
      description = "Create the tables that are missing, with their rows.")
  boolean installSchema;

  @Option(
      names = "--session-timeout",
      paramLabel = "TIME",
      defaultValue = "30m",
      description = "A session that nobody uses for this long ends.")
  Duration sessionTimeout;

  @Option(
      names = "--session-queue",
      paramLabel = "N",
      defaultValue = "8",
      description =
          "Requests of one session that may wait for the one under way; more get status 429"
              + " (default: 8).")
  int sessionQueue;
}
