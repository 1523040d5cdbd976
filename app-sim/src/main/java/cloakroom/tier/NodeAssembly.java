package cloakroom.tier;

import static cloakroom.options.NodeOptions.*;
import static cloakroom.tier.CommandErrors.refuseIf;

import cloakroom.app.Application;
import cloakroom.app.NoopApplication;
import cloakroom.app.PageCost;
import cloakroom.app.PooledApplication;
import cloakroom.connection.ConnectionException;
import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.PoolKind;
import cloakroom.connection.Purity;
import cloakroom.connection.ResetLevel;
import cloakroom.connection.Validation;
import cloakroom.contract.DatabaseKind;
import cloakroom.contract.SchemaName;
import cloakroom.contract.TierOptions;
import cloakroom.database.EnvironmentException;
import cloakroom.database.Urls;
import cloakroom.database.script.Schema;
import cloakroom.database.url.UrlDatabase;
import cloakroom.http.Tier;
import cloakroom.http.UserSessions;
import cloakroom.link.RelayProcess;
import cloakroom.module.TierCounters;
import cloakroom.options.Choices;
import cloakroom.options.Kind;
import cloakroom.options.NodeOptions;
import cloakroom.options.Option;
import cloakroom.passivation.FileStore;
import cloakroom.passivation.FullableStore;
import cloakroom.passivation.MemoryStore;
import cloakroom.passivation.PsTxnDialect;
import cloakroom.passivation.PsTxnStore;
import cloakroom.passivation.PsTxnStore.WriteMode;
import cloakroom.passivation.SnapshotStore;
import cloakroom.passivation.SnapshotStoreException;
import cloakroom.platform.Password;
import cloakroom.platform.Passwords;
import cloakroom.policy.JboProperty;
import cloakroom.policy.ReleaseLevel;
import cloakroom.policy.ReleasePolicy;
import cloakroom.state.SnapshotCodec;
import cloakroom.state.SnapshotCodecs;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Puts a node together from its options: checks them all before it opens anything, then database,
 * connections, store, application, sessions.
 */
public final class NodeAssembly {
  /** Sessions that the check of the database itself makes. */
  private static final int CHECK_CONNECTIONS = 1;

  private static final String USERS = "users";

  /** Options that lead to the database, and those that change it. */
  private static final List<Option<?>> OF_DATABASE =
      List.of(URL, USER, APPLICATION_NAME, SCHEMA, INSTALL_SCHEMA, SCALE);

  private final PolicyOptions chosen;
  private final Choices options;
  private final ReleasePolicy policy;
  private final String url;
  private final PoolKind pool;
  private final ResetLevel hygiene;
  private final Validation validation;
  private final SnapshotCodec codec;
  private final Optional<Duration> roundTrip;
  private final AtomicBoolean storeFull = new AtomicBoolean();

  private String installed = "";

  /** Between the sources and the database, while there is one. */
  private Optional<RelayProcess> relay = Optional.empty();

  /** Checks every option. */
  public NodeAssembly(PolicyOptions chosen, Choices options) {
    this.chosen = chosen;
    this.options = options;
    this.policy = chosen.checked();
    this.url = options.get(URL);
    this.pool = constant(PoolKind.class, POOL);
    this.hygiene = constant(ResetLevel.class, RESET_LEVEL);
    this.validation = constant(Validation.class, VALIDATION);
    checkStoreDirectory();
    this.codec = codec(options);
    refuseIf(
        needsDatabase() && url == null,
        "policy %s needs --url, for example jdbc:postgresql://127.0.0.1:5432/cloakroom;"
            + " the command 'database' starts one and prints its URL",
        policy.name());
    this.roundTrip = roundTrip();
    refuseIf(
        options.get(SESSION_TIMEOUT).isZero(), "--session-timeout 0: expected more than nothing");
    refuseIf(
        options.get(SCALE) != 1 && !options.get(INSTALL_SCHEMA),
        "--scale %s: requires --install-schema",
        options.get(SCALE));
    if (needsDatabase()) {
      ConnectionSources.impossible(
              connectionSettings(
                  Password.of(""), "check", options.get(POOL_SIZE), options.get(POOL_MIN)))
          .ifPresent(
              why -> {
                throw new IllegalArgumentException(why);
              });
      connectionSettings(Password.of(""), "check", options.get(INTERNAL_POOL_SIZE), 0);
      requireSecondConnection();
    }
  }

  private <E extends Enum<E>> E constant(Class<E> type, Option<String> option) {
    return Kind.constant(type).parse(option.name(), options.get(option));
  }

  /** Whether snapshots are written through the users' pool, and it has a limit. */
  private boolean sharesPoolWithSnapshots() {
    return options.get(STORE).startsWith(TierOptions.PS_TXN)
        && policy.releaseLevel() == ReleaseLevel.MANAGED
        && !policy.is(JboProperty.INTERNAL_CONNECTION, "separate")
        && pool != PoolKind.NONE;
  }

  /** On PostgreSQL the cheap store mostly writes on the connection at hand. */
  private void requireSecondConnection() {
    boolean needsNone =
        TierOptions.PS_TXN.equals(options.get(STORE))
            && DatabaseKind.of(url) == DatabaseKind.POSTGRESQL;
    refuseIf(
        options.get(POOL_SIZE) == 1 && sharesPoolWithSnapshots() && !needsNone,
        "--pool-size 1: --store %s writes a snapshot through a second connection of the same"
            + " pool; choose 2 or more, --store ps-txn on PostgreSQL, file or memory, or"
            + " --set jbo.server.internal_connection=separate",
        options.get(STORE));
  }

  /** Returns the round trip that a relay adds; empty without a relay. */
  private Optional<Duration> roundTrip() {
    Optional<Duration> added = options.get(DB_RTT);
    Duration jitter = options.get(DB_JITTER);
    refuseIf(
        added.isEmpty() && !jitter.isZero(),
        "--db-jitter: goes with %s 0, 1ms or the like",
        DB_RTT.name());
    if (needsDatabase()) {
      added.ifPresent(time -> RelayProcess.check(url, time, jitter));
      return added;
    }
    return Optional.empty();
  }

  private void checkStoreDirectory() {
    refuseIf(
        TierOptions.FILE.equals(options.get(STORE)) != options.has(STORE_DIR),
        !options.has(STORE_DIR)
            ? "--store %s needs --store-dir, a directory of its own for each node"
            : "--store %s has no directory: --store-dir is for --store file",
        options.get(STORE));
  }

  public ReleasePolicy policy() {
    return policy;
  }

  /** Returns what the start has created in the database, for people; empty for nothing. */
  public String installed() {
    return installed;
  }

  /** Has the snapshot store refuse to write for as long as it is set. */
  public AtomicBoolean storeFull() {
    return storeFull;
  }

  private static SnapshotCodec codec(Choices options) {
    if (options.has(CODEC)) {
      return SnapshotCodecs.named(options.get(CODEC));
    }
    return TierOptions.PS_TXN_CLASSIC.equals(options.get(STORE))
        ? SnapshotCodecs.XML
        : SnapshotCodecs.BINARY;
  }

  private boolean needsDatabase() {
    return !chosen.isNoop();
  }

  /** Opens everything but the ports; a failure leaves nothing open. */
  public Tier open() {
    return needsDatabase() ? onDatabase(Passwords.here().of(options.get(USER))) : noop();
  }

  private UserSessions sessions(Application application, TierCounters counts) {
    return new UserSessions(
        application,
        counts,
        new UserSessions.SessionLimits(
            options.get(SESSION_TIMEOUT),
            options.get(SESSION_QUEUE),
            policy.time(JboProperty.MAX_WAIT),
            options.get(MAX_SESSIONS)));
  }

  private Tier noop() {
    Application bare = new NoopApplication();
    TierCounters counts = new TierCounters();
    return new Tier(bare, sessions(bare, counts), counts, List.of(), 0, relay, settings());
  }

  private Tier onDatabase(Password password) {
    UrlDatabase.requireNoCredentials(url);
    relay = roundTrip.map(added -> RelayProcess.start(url, added, options.get(DB_JITTER)));
    List<ConnectionSource> sources = new ArrayList<>();
    try {
      checkDatabase(password);
      ConnectionSource users =
          open(
              connectionSettings(password, USERS, options.get(POOL_SIZE), options.get(POOL_MIN)),
              sources);
      ConnectionSource internal =
          policy.is(JboProperty.INTERNAL_CONNECTION, "separate")
              ? open(
                  connectionSettings(password, "internal", options.get(INTERNAL_POOL_SIZE), 0),
                  sources)
              : users;
      TierCounters counts = new TierCounters();
      Application application =
          new PooledApplication(
              policy,
              users,
              new FullableStore(store(internal), storeFull::get),
              codec,
              counts,
              "context".equals(options.get(PREPARE_SESSION)),
              PageCost.of(options.get(PAGE_WAIT), options.get(PAGE_CPU), options.get(STATE_SIZE)));
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
    return ConnectionSettings.to(way(), options.get(USER), password)
        .shownAs(url)
        .schema(SchemaName.of(url, options.get(SCHEMA)))
        .pool(pool, size)
        .minimum(minimum)
        .reserve(size > 1 && name.equals(USERS) && sharesPoolWithSnapshots() ? 1 : 0)
        .hygiene(hygiene)
        .validation(validation)
        .borrowWait(options.get(POOL_WAIT))
        .login(options.get(LOGIN_TIMEOUT))
        .socket(options.get(READ_TIMEOUT))
        .statementCache(options.get(STATEMENT_CACHE))
        .fetchSize(options.get(FETCH_SIZE))
        .drcp(options.get(DRCP_CLASS), constant(Purity.class, DRCP_PURITY))
        .applicationName(options.get(APPLICATION_NAME))
        .name(name)
        .build();
  }

  private void checkDatabase(Password password) {
    try (Connection connection = connect(password)) {
      if (DatabaseKind.POSTGRESQL.isOf(url)) {
        connection.setClientInfo("ApplicationName", options.get(APPLICATION_NAME));
      }
      Schema schema = Schema.forUrl(url, options.get(SCHEMA));
      if (options.get(INSTALL_SCHEMA)) {
        installed = schema.install(connection, options.get(SCALE));
      }
      schema.requireInstalled(connection, "start with --install-schema");
    } catch (SQLException e) {
      throw new EnvironmentException("the database refuses: " + e.getMessage(), e);
    }
  }

  /** The URL by which the database is reached. */
  private String way() {
    return relay.map(RelayProcess::url).orElse(url);
  }

  /** A client that the listener sends elsewhere may have failed there for any reason. */
  private Connection connect(Password password) {
    try {
      Connection connection = UrlDatabase.connect(url, way(), options.get(USER), password);
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
              .formatted(options.text(DB_RTT), Urls.withoutCredentials(url)));
    }
  }

  private SnapshotStore store(ConnectionSource internal) {
    PsTxnDialect dialect = PsTxnDialect.forUrl(url);
    return switch (options.get(STORE)) {
      case TierOptions.MEMORY -> new MemoryStore();
      case TierOptions.FILE -> new FileStore(options.get(STORE_DIR), options.get(STORE_FSYNC));
      case TierOptions.PS_TXN -> new PsTxnStore(internal, dialect, WriteMode.ONE_STATEMENT);
      default -> {
        boolean locates = policy.is(JboProperty.PS_TXN_STATEMENTS, "locate");
        yield new PsTxnStore(
            internal, dialect, locates ? WriteMode.LOCATE_LOB : WriteMode.INSERT_THEN_LOB);
      }
    };
  }

  /** Returns every option and setting in force, without those of the database. */
  private Map<String, Object> settings() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("policy", policy.name());
    NodeOptions.ALL.stream()
        .filter(option -> !OF_DATABASE.contains(option) && !options.text(option).isEmpty())
        .forEach(option -> all.put(option.key(), options.text(option)));
    all.put(POOL.key(), needsDatabase() ? options.get(POOL) : "none");
    all.put(CODEC.key(), codec.name());
    all.putAll(policy.settings());
    if (needsDatabase()) {
      all.put(
          "driver",
          ConnectionSources.driverProperties(connectionSettings(Password.of(""), USERS, 1, 0)));
    }
    return all;
  }
}
