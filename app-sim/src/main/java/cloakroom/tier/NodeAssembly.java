package cloakroom.tier;

import static cloakroom.options.NodeOptions.*;
import static cloakroom.tier.CommandErrors.refuseIf;

import cloakroom.app.Application;
import cloakroom.app.NoopApplication;
import cloakroom.app.PageCost;
import cloakroom.app.PooledApplication;
import cloakroom.app.file.ApplicationFile;
import cloakroom.application.ApplicationDefinition;
import cloakroom.application.PageDefinition.Verb;
import cloakroom.connection.ConnectionException;
import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.PoolKind;
import cloakroom.connection.Purity;
import cloakroom.connection.ResetLevel;
import cloakroom.connection.Validation;
import cloakroom.contract.DatabaseKind;
import cloakroom.contract.PolicyEffects;
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
import cloakroom.passivation.FaultInjectingStore;
import cloakroom.passivation.FileStore;
import cloakroom.passivation.MemoryStore;
import cloakroom.passivation.PsTxnDialect;
import cloakroom.passivation.PsTxnStore;
import cloakroom.passivation.PsTxnStore.WriteMode;
import cloakroom.passivation.SnapshotStore;
import cloakroom.passivation.SnapshotStoreException;
import cloakroom.platform.Password;
import cloakroom.platform.Passwords;
import cloakroom.policy.JboProperty;
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
 * Builder of a node. Validates all options first, then opens database, connections, snapshot store,
 * application and sessions.
 */
public final class NodeAssembly {
  private static final String USERS = "users";

  private static final List<Option<?>> OF_DATABASE =
      List.of(URL, USER, APPLICATION_NAME, SCHEMA, INSTALL_SCHEMA, SCALE);

  private final PolicyOptions chosen;
  private final Choices options;
  public final ReleasePolicy policy;
  public final ApplicationDefinition application;
  private final String url;
  private final PoolKind pool;
  private final ResetLevel resetLevel;
  private final Validation validation;
  private final SnapshotCodec codec;
  private final Optional<Duration> roundTrip;
  public final AtomicBoolean storeFull = new AtomicBoolean(); // makes the store reject writes
  private final TierCounters counts = new TierCounters();
  private final List<ConnectionSource> sources = new ArrayList<>();
  private String installed = "";
  private Optional<RelayProcess> relay = Optional.empty();

  public NodeAssembly(PolicyOptions chosen, Choices options) {
    this.chosen = chosen;
    this.options = options;
    this.policy = chosen.checked();
    this.application = ApplicationFile.read(options.get(APP));
    this.url = options.get(URL);
    this.pool = constant(PoolKind.class, POOL);
    this.resetLevel = constant(ResetLevel.class, RESET_LEVEL);
    this.validation = constant(Validation.class, VALIDATION);
    refuseIf(
        TierOptions.FILE.equals(options.get(STORE)) != options.has(STORE_DIR),
        !options.has(STORE_DIR)
            ? "--store %s needs --store-dir, a directory of its own for each node"
            : "--store %s has no directory: --store-dir is for --store file",
        options.get(STORE));
    this.codec = codec();
    refuseIf(
        needsDatabase() && url == null,
        "policy %s needs --url, for example jdbc:postgresql://127.0.0.1:5432/cloakroom;"
            + " the command 'database' starts one and prints its URL",
        policy.name());
    this.roundTrip = roundTrip();
    refuseIf(options.get(SESSION_TIMEOUT).isZero(), "--session-timeout 0: must be above 0");
    refuseIf(
        options.get(SCALE) != 1 && !options.get(INSTALL_SCHEMA),
        "--scale %s: requires --install-schema",
        options.get(SCALE));
    if (needsDatabase()) {
      // Without that of the state kinds, which has no initial instances.
      int pools = application.modules().size();
      int instances = policy.number(JboProperty.INIT_POOL_SIZE);
      PolicyEffects.ConnectionNeed need =
          policy
              .effects()
              .connectionNeed(options.get(STORE), pools, instances, options.get(POOL_SIZE));
      refuseIf(
          !policy.poolsConnections && pool != PoolKind.NONE && !need.shortage().isEmpty(),
          "--pool-size %s: jbo.ampool.initpoolsize=%s needs %s; choose a pool size of %s or more, or fewer instances",
          options.get(POOL_SIZE),
          instances,
          need.text(),
          need.required());
      ConnectionSources.conflict(
              connectionSettings(
                  Password.of(""), "check", options.get(POOL_SIZE), options.get(POOL_MIN)))
          .ifPresent(
              why -> {
                throw new IllegalArgumentException(why);
              });
      connectionSettings(Password.of(""), "check", options.get(INTERNAL_POOL_SIZE), 0);
      boolean needsOne = // this store writes on the session's own connection
          TierOptions.PS_TXN.equals(options.get(STORE))
              && DatabaseKind.of(url) == DatabaseKind.POSTGRESQL;
      refuseIf(
          options.get(POOL_SIZE) == 1
              && pool != PoolKind.NONE
              && policy.effects().sharesConnections(options.get(STORE))
              && !needsOne,
          "--pool-size 1: --store %s writes a snapshot through a second connection of the same"
              + " pool; choose 2 or more, --store ps-txn on PostgreSQL, file or memory, or"
              + " --set jbo.server.internal_connection=separate",
          options.get(STORE));
    }
  }

  private <E extends Enum<E>> E constant(Class<E> type, Option<String> option) {
    return Kind.constant(type).parse(option.name(), options.get(option));
  }

  private Optional<Duration> roundTrip() {
    Optional<Duration> added = options.get(DB_RTT);
    Duration jitter = options.get(DB_JITTER);
    refuseIf(
        added.isEmpty() && !jitter.isZero(),
        "--db-jitter: requires --db-rtt, such as --db-rtt 1ms");
    if (!needsDatabase()) {
      return Optional.empty();
    }
    added.ifPresent(time -> RelayProcess.check(url, time, jitter));
    return added;
  }

  /** Returns a description of the tables that the node created at its start; empty if none. */
  public String installed() {
    return installed;
  }

  /** Returns whether a step of the application uses processor time. */
  public boolean computes() {
    return application.pages().values().stream()
        .flatMap(page -> page.steps().values().stream())
        .flatMap(step -> step.actions().stream())
        .anyMatch(action -> action.verb() == Verb.COMPUTE);
  }

  private SnapshotCodec codec() {
    boolean classic = TierOptions.PS_TXN_CLASSIC.equals(options.get(STORE));
    SnapshotCodec usual = classic ? SnapshotCodecs.XML : SnapshotCodecs.BINARY;
    return options.find(CODEC).map(SnapshotCodecs::named).orElse(usual);
  }

  private boolean needsDatabase() {
    return !chosen.isNoop();
  }

  /** Opens the node without its ports. If a component fails, closes all others and throws. */
  public Tier open() {
    return needsDatabase()
        ? openOnDatabase(Passwords.here().of(options.get(USER)))
        : tier(new NoopApplication(application));
  }

  private Tier tier(Application performed) {
    int checkConnections = needsDatabase() ? 1 : 0;
    UserSessions.SessionLimits limits =
        new UserSessions.SessionLimits(
            options.get(SESSION_TIMEOUT),
            options.get(SESSION_QUEUE),
            policy.time(JboProperty.MAX_WAIT),
            options.get(MAX_SESSIONS));
    UserSessions sessions = new UserSessions(performed, counts, limits);
    return new Tier(performed, sessions, counts, sources, checkConnections, relay, settings());
  }

  private Tier openOnDatabase(Password password) {
    UrlDatabase.requireNoCredentials(url);
    relay = roundTrip.map(added -> RelayProcess.start(url, added, options.get(DB_JITTER)));
    try {
      checkDatabase(password);
      ConnectionSource users = openSource(password, USERS, POOL_SIZE, options.get(POOL_MIN));
      ConnectionSource internal =
          policy.is(JboProperty.INTERNAL_CONNECTION, "separate")
              ? openSource(password, "internal", INTERNAL_POOL_SIZE, 0)
              : users;
      Application pooled =
          new PooledApplication(
              application,
              policy,
              users,
              new FaultInjectingStore(store(internal), storeFull::get),
              codec,
              counts,
              "context".equals(options.get(PREPARE_SESSION)),
              PageCost.of(options.get(PAGE_WAIT), options.get(PAGE_CPU), options.get(STATE_SIZE)));
      return tier(pooled);
    } catch (ConnectionException | SnapshotStoreException | EnvironmentException e) {
      sources.forEach(ConnectionSource::close);
      relay.ifPresent(RelayProcess::close);
      throw e instanceof EnvironmentException ? e : new EnvironmentException(e.getMessage(), e);
    }
  }

  private ConnectionSource openSource(
      Password password, String name, Option<Integer> size, int minimum) {
    ConnectionSettings settings = connectionSettings(password, name, options.get(size), minimum);
    ConnectionSource source = ConnectionSources.open(settings);
    sources.add(source);
    return source;
  }

  private ConnectionSettings connectionSettings(
      Password password, String name, int size, int minimum) {
    return ConnectionSettings.to(connectUrl(), options.get(USER), password)
        .shownAs(url)
        .schema(SchemaName.of(url, options.get(SCHEMA)))
        .pool(pool, size)
        .minimum(minimum)
        .reserve(
            name.equals(USERS) ? policy.effects().reservedConnections(options.get(STORE), size) : 0)
        .resetLevel(resetLevel)
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
      throw new EnvironmentException("the database reports an error: " + e.getMessage(), e);
    }
  }

  private String connectUrl() {
    return relay.map(RelayProcess::url).orElse(url);
  }

  /**
   * Connects to the database. Throws if the connect fails or if the connection bypasses the relay.
   */
  private Connection connect(Password password) {
    try {
      Connection connection = UrlDatabase.connect(url, connectUrl(), options.get(USER), password);
      relay.ifPresent(relayed -> requireRelayUsed(relayed, relayed.counts().connects() > 0));
      return connection;
    } catch (EnvironmentException e) {
      relay.ifPresent(relayed -> requireRelayUsed(relayed, true));
      throw e;
    }
  }

  private void requireRelayUsed(RelayProcess relayed, boolean connected) {
    if (!connected || relayed.counts().redirects() > 0) {
      throw new EnvironmentException(
          ("--db-rtt %s: connections to %s bypass the relay (a listener of shared servers redirects"
                  + " its clients), so the added round trip has no effect; use a dedicated server,"
                  + " or omit the option")
              .formatted(options.text(DB_RTT), Urls.withoutCredentials(url)));
    }
  }

  private SnapshotStore store(ConnectionSource internal) {
    PsTxnDialect dialect = PsTxnDialect.forUrl(url);
    return switch (options.get(STORE)) {
      case TierOptions.MEMORY -> new MemoryStore();
      case TierOptions.FILE -> new FileStore(options.get(STORE_DIR), options.get(STORE_FSYNC));
      case TierOptions.PS_TXN -> new PsTxnStore(internal, dialect, WriteMode.ONE_STATEMENT);
      default ->
          new PsTxnStore(
              internal,
              dialect,
              policy.is(JboProperty.PS_TXN_STATEMENTS, "locate")
                  ? WriteMode.LOCATE_LOB
                  : WriteMode.INSERT_THEN_LOB);
    };
  }

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
