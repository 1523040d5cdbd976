package cloakroom.cli;

import static cloakroom.cli.CommandErrors.refuseIf;
import static cloakroom.cli.CommandErrors.refuseValueIf;

import cloakroom.app.Application;
import cloakroom.app.NoopApplication;
import cloakroom.app.PageLoad;
import cloakroom.app.PooledApplication;
import cloakroom.connection.Choices;
import cloakroom.connection.ConnectionException;
import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.Hygiene;
import cloakroom.connection.PoolKind;
import cloakroom.connection.Purity;
import cloakroom.connection.Validation;
import cloakroom.connection.link.RelayProcess;
import cloakroom.contract.DatabaseKind;
import cloakroom.contract.Password;
import cloakroom.contract.Passwords;
import cloakroom.contract.SchemaName;
import cloakroom.contract.TierOptions;
import cloakroom.database.EnvironmentException;
import cloakroom.database.Urls;
import cloakroom.database.script.Schema;
import cloakroom.database.url.UrlDatabase;
import cloakroom.http.Tier;
import cloakroom.http.UserSessions;
import cloakroom.module.Counts;
import cloakroom.module.JboProperty;
import cloakroom.module.ReleaseLevel;
import cloakroom.module.ReleasePolicy;
import cloakroom.passivation.FileStore;
import cloakroom.passivation.FullableStore;
import cloakroom.passivation.MemoryStore;
import cloakroom.passivation.PsTxnDialect;
import cloakroom.passivation.PsTxnStore;
import cloakroom.passivation.PsTxnStore.Way;
import cloakroom.passivation.SnapshotStore;
import cloakroom.passivation.SnapshotStoreException;
import cloakroom.state.SnapshotCodec;
import cloakroom.state.SnapshotCodecs;
import cloakroom.usage.Durations;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts a node together from its options: checks them all before it opens anything, then database,
 * connections, store, application, sessions.
 */
final class Node {
  private static final double MAX_SCALE = 200;

  /** Sessions that the check of the database itself makes. */
  private static final int CHECK_CONNECTIONS = 1;

  private static final String USERS = "users";
  private static final Duration MOST_OF_PAGE = Duration.ofSeconds(10);
  private static final Pattern STATE_SIZE = Pattern.compile("(\\d{1,7})([km]?)");

  private final NodeOptions options;
  private final ReleasePolicy policy;
  private final PoolKind pool;
  private final Hygiene hygiene;
  private final Validation validation;
  private final SnapshotCodec codec;
  private final int stateBytes;
  private final Optional<Duration> roundTrip;
  private final AtomicBoolean storeFull = new AtomicBoolean();

  private String installed = "";

  /** Between the sources and the database, while there is one. */
  private Optional<RelayProcess> relay = Optional.empty();

  /** Checks every option. */
  Node(NodeOptions options) {
    this.options = options;
    this.policy = options.policy.checked();
    this.pool = Choices.parse(PoolKind.class, "pool", options.pool);
    this.hygiene = Choices.parse(Hygiene.class, "hygiene", options.hygiene);
    this.validation = Choices.parse(Validation.class, "validation", options.validation);
    CommandErrors.requireOneOf(TierOptions.STORE, options.store, TierOptions.STORES);
    checkStoreDirectory();
    this.codec = codec(options);
    requirePageTime(TierOptions.PAGE_WORK, options.pageWork);
    requirePageTime("--page-cpu", options.pageCpu);
    this.stateBytes = stateBytes(options.stateSize);
    CommandErrors.requireOneOf(
        "--prepare-session", options.prepareSession, List.of("none", "context"));
    refuseIf(
        needsDatabase() && options.url == null,
        "policy %s needs --url, for example jdbc:postgresql://127.0.0.1:5432/cloakroom;"
            + " the command 'database' starts one and prints its URL",
        policy.name());
    this.roundTrip = roundTrip();
    int queue = options.sessionQueue;
    refuseIf(queue < 0, "--session-queue %s: expected 0 for none, or more", queue);
    refuseValueIf(options.maxSessions < 1, "--max-sessions", options.maxSessions, "at least 1");
    refuseIf(options.sessionTimeout.isZero(), "--session-timeout 0: expected more than nothing");
    boolean scaled = options.scale > 0 && options.scale <= MAX_SCALE;
    refuseValueIf(!scaled, TierOptions.SCALE, options.scale, "above 0, at most 200");
    refuseIf(
        options.scale != 1 && !options.installSchema,
        "--scale %s: requires --install-schema",
        options.scale);
    if (needsDatabase()) {
      ConnectionSources.impossible(
              connectionSettings(Password.of(""), "check", options.poolSize, options.poolMin))
          .ifPresent(
              why -> {
                throw new IllegalArgumentException(why);
              });
      connectionSettings(Password.of(""), "check", options.internalPoolSize, 0);
      requireSecondConnection();
    }
  }

  /** Whether snapshots are written through the users' pool, and it has a limit. */
  private boolean sharesPoolWithSnapshots() {
    return options.store.startsWith(TierOptions.PS_TXN)
        && policy.releaseLevel() == ReleaseLevel.MANAGED
        && !policy.is(JboProperty.INTERNAL_CONNECTION, "separate")
        && pool != PoolKind.NONE;
  }

  /** On PostgreSQL the cheap store mostly writes on the connection at hand. */
  private void requireSecondConnection() {
    boolean needsNone =
        TierOptions.PS_TXN.equals(options.store)
            && DatabaseKind.of(options.url) == DatabaseKind.POSTGRESQL;
    refuseIf(
        options.poolSize == 1 && sharesPoolWithSnapshots() && !needsNone,
        "--pool-size 1: --store %s writes a snapshot through a second connection of the same"
            + " pool; choose 2 or more, --store ps-txn on PostgreSQL, file or memory, or"
            + " --set jbo.server.internal_connection=separate",
        options.store);
  }

  /** How much longer the way to the database is made; empty where no relay is asked for. */
  private Optional<Duration> roundTrip() {
    if (TierOptions.DIRECT.equals(options.dbRtt)) {
      refuseIf(
          !options.dbJitter.isZero(),
          "--db-jitter: goes with %s 0, 1ms or the like",
          TierOptions.DB_RTT);
      return Optional.empty();
    }
    Duration added = Durations.distance(TierOptions.DB_RTT, options.dbRtt);
    if (!needsDatabase()) {
      return Optional.empty();
    }
    RelayProcess.check(options.url, added, options.dbJitter);
    return Optional.of(added);
  }

  private void checkStoreDirectory() {
    refuseIf(
        TierOptions.FILE.equals(options.store) != (options.storeDir != null),
        options.storeDir == null
            ? "--store %s needs --store-dir, a directory of its own for each node"
            : "--store %s has no directory: --store-dir is for --store file",
        options.store);
  }

  ReleasePolicy policy() {
    return policy;
  }

  /** Returns what the start has created in the database, for people; empty for nothing. */
  String installed() {
    return installed;
  }

  /** Has the snapshot store refuse to write for as long as it is set. */
  AtomicBoolean storeFull() {
    return storeFull;
  }

  private static void requirePageTime(String option, Duration time) {
    boolean tooLong = time.compareTo(MOST_OF_PAGE) > 0;
    refuseValueIf(tooLong, option, time, "a page takes at most 10s of it");
  }

  private static int stateBytes(String text) {
    Matcher size = STATE_SIZE.matcher(text);
    long bytes = -1;
    if (size.matches()) {
      int unit = size.group(2).equals("m") ? 1 << 20 : size.group(2).equals("k") ? 1 << 10 : 1;
      bytes = Long.parseLong(size.group(1)) * unit;
    }
    refuseValueIf(
        bytes != 0 && (bytes < 2 << 10 || bytes > 1 << 20),
        "--state-size",
        text,
        "2k to 1m, such as 4k or 40k, or 0 for the page's own");
    return (int) bytes;
  }

  private static SnapshotCodec codec(NodeOptions options) {
    if (options.codec != null) {
      return SnapshotCodecs.named(options.codec);
    }
    return TierOptions.PS_TXN_CLASSIC.equals(options.store)
        ? SnapshotCodecs.XML
        : SnapshotCodecs.BINARY;
  }

  private boolean needsDatabase() {
    return !options.policy.isNoop();
  }

  /** Opens everything but the ports; a failure leaves nothing open. */
  Tier open() {
    return needsDatabase() ? onDatabase(Passwords.here().of(options.user)) : noop();
  }

  private UserSessions sessions(Application application, Counts counts) {
    return new UserSessions(
        application,
        counts,
        new UserSessions.Patience(
            options.sessionTimeout,
            options.sessionQueue,
            policy.time(JboProperty.MAX_WAIT),
            options.maxSessions));
  }

  private Tier noop() {
    Application bare = new NoopApplication();
    Counts counts = new Counts();
    return new Tier(bare, sessions(bare, counts), counts, List.of(), 0, relay, settings());
  }

  private Tier onDatabase(Password password) {
    UrlDatabase.requireNoCredentials(options.url);
    relay = roundTrip.map(added -> RelayProcess.start(options.url, added, options.dbJitter));
    List<ConnectionSource> sources = new ArrayList<>();
    try {
      checkDatabase(password);
      ConnectionSource users =
          open(connectionSettings(password, USERS, options.poolSize, options.poolMin), sources);
      ConnectionSource internal =
          policy.is(JboProperty.INTERNAL_CONNECTION, "separate")
              ? open(connectionSettings(password, "internal", options.internalPoolSize, 0), sources)
              : users;
      Counts counts = new Counts();
      Application application =
          new PooledApplication(
              policy,
              users,
              new FullableStore(store(internal), storeFull::get),
              codec,
              counts,
              "context".equals(options.prepareSession),
              PageLoad.of(options.pageWork, options.pageCpu, stateBytes));
      return new Tier(
          application,
          sessions(application, counts),
          counts,
          sources,
          CHECK_CONNECTIONS,
          relay,
          settings());
    } catch (ConnectionException | SnapshotStoreException e) {
      close(sources);
      throw new EnvironmentException(e.getMessage(), e);
    } catch (EnvironmentException e) {
      close(sources);
      throw e;
    }
  }

  private void close(List<ConnectionSource> sources) {
    sources.forEach(ConnectionSource::close);
    relay.ifPresent(RelayProcess::close);
  }

  private static ConnectionSource open(
      ConnectionSettings settings, List<ConnectionSource> sources) {
    ConnectionSource source = ConnectionSources.open(settings);
    sources.add(source);
    return source;
  }

  private ConnectionSettings connectionSettings(
      Password password, String name, int size, int minimum) {
    return ConnectionSettings.to(way(), options.user, password)
        .shownAs(options.url)
        .schema(SchemaName.of(options.url, options.schema))
        .pool(pool, size)
        .minimum(minimum)
        .reserve(size > 1 && name.equals(USERS) && sharesPoolWithSnapshots() ? 1 : 0)
        .hygiene(hygiene)
        .validation(validation)
        .borrowWait(options.poolWait)
        .login(options.loginTimeout)
        .socket(options.readTimeout)
        .statementCache(options.statementCache)
        .fetchSize(options.fetchSize)
        .drcp(options.connectionClass, Choices.parse(Purity.class, "purity", options.purity))
        .applicationName(options.applicationName)
        .name(name)
        .build();
  }

  private void checkDatabase(Password password) {
    try (Connection connection = connect(password)) {
      if (DatabaseKind.POSTGRESQL.isOf(options.url)) {
        connection.setClientInfo("ApplicationName", options.applicationName);
      }
      Schema schema = Schema.forUrl(options.url, options.schema);
      if (options.installSchema) {
        installed = schema.install(connection, options.scale);
      }
      schema.requireInstalled(connection, "start with --install-schema");
    } catch (SQLException e) {
      throw new EnvironmentException("the database refuses: " + e.getMessage(), e);
    }
  }

  /** The URL by which the database is reached. */
  private String way() {
    return relay.map(RelayProcess::url).orElse(options.url);
  }

  /** A client that the listener sends elsewhere may have failed there for any reason. */
  private Connection connect(Password password) {
    try {
      Connection connection = UrlDatabase.connect(options.url, way(), options.user, password);
      relay.ifPresent(relayed -> requireNoDetour(relayed, relayed.counts().connects() > 0));
      return connection;
    } catch (EnvironmentException e) {
      relay.ifPresent(relayed -> requireNoDetour(relayed, true));
      throw e;
    }
  }

  private void requireNoDetour(RelayProcess relayed, boolean cameBy) {
    if (!cameBy || relayed.counts().redirects() > 0) {
      throw new EnvironmentException(
          ("--db-rtt %s: the way to %s leads past the relay (a listener of shared servers sends its"
                  + " clients to another address): no distance can be claimed; ask for a dedicated"
                  + " server, or leave the option out")
              .formatted(options.dbRtt, Urls.withoutCredentials(options.url)));
    }
  }

  private SnapshotStore store(ConnectionSource internal) {
    PsTxnDialect dialect = PsTxnDialect.forUrl(options.url);
    return switch (options.store) {
      case TierOptions.MEMORY -> new MemoryStore();
      case TierOptions.FILE -> new FileStore(options.storeDir, options.storeFsync);
      case TierOptions.PS_TXN -> new PsTxnStore(internal, dialect, Way.ONE_STATEMENT);
      default -> {
        boolean locates = policy.is(JboProperty.PS_TXN_STATEMENTS, "locate");
        yield new PsTxnStore(internal, dialect, locates ? Way.LOCATE_LOB : Way.INSERT_THEN_LOB);
      }
    };
  }

  private Map<String, Object> settings() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("policy", policy.name());
    all.put("pool", needsDatabase() ? options.pool : "none");
    all.put("poolSize", options.poolSize);
    all.put("poolMin", options.poolMin);
    all.put("store", options.store);
    all.put("codec", codec.name());
    if (options.storeDir != null) {
      all.put("storeDir", options.storeDir.toAbsolutePath().toString());
      all.put("storeFsync", options.storeFsync);
    }
    all.put("hygiene", options.hygiene);
    all.put("validation", options.validation);
    all.put("dbRtt", options.dbRtt);
    all.put("dbJitterMicros", options.dbJitter.toNanos() / 1_000);
    all.put("statementCache", options.statementCache);
    all.put("poolWaitMillis", options.poolWait.toMillis());
    all.put("prepareSession", options.prepareSession);
    all.put("pageWorkMicros", TimeUnit.NANOSECONDS.toMicros(options.pageWork.toNanos()));
    all.put("pageCpuMicros", TimeUnit.NANOSECONDS.toMicros(options.pageCpu.toNanos()));
    all.put("stateSize", stateBytes);
    all.put("sessionQueue", options.sessionQueue);
    all.put("maxSessions", options.maxSessions);
    all.put("sessionTimeoutMillis", options.sessionTimeout.toMillis());
    all.putAll(policy.settings());
    if (needsDatabase()) {
      all.put(
          "driver",
          ConnectionSources.driverProperties(connectionSettings(Password.of(""), USERS, 1, 0)));
    }
    return all;
  }
}
