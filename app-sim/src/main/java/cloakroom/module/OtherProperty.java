package cloakroom.module;

import java.util.Arrays;
import java.util.Optional;

/**
 * What a {@code bc4j.xcfg} may hold that is no setting of Cloakroom's. Somebody who sets one of
 * these is told why nothing comes of it, unless he asks for what Cloakroom does anyway.
 */
public enum OtherProperty {
  DYNAMIC_CREDENTIALS(
      "jbo.ampool.dynamicjdbccredentials",
      "all sessions use one database user, so nothing asks for credentials (DG10-006)"),
  RESET_NON_TRANSACTIONAL_STATE(
      "jbo.ampool.resetnontransactionalstate",
      "true",
      "an unmanaged release always clears everything; keeping bind values and statements for the"
          + " next session is not modelled (CSDN-PAR, HELP903)"),
  IS_USE_EXCLUSIVE(
      "jbo.ampool.isuseexclusive",
      "true",
      "an instance serves one session at a time; modules that several sessions share at once are"
          + " not modelled (GH-SHARED)"),
  SESSION_COOKIE_FACTORY(
      "jbo.ampool.sessioncookiefactoryclass", "classes of an application are not run (GH-SHARED)"),
  CONNECTION_STRATEGY(
      "jbo.ampool.connectionstrategyclass", "classes of an application are not run"),
  POOL_CLASS("PoolClassName", "classes of an application are not run (JD-API)"),

  INIT_CONNECTIONS(
      "jbo.initpoolsize", "the connection pool is set by --pool-size and --pool-min (DG10-007)"),
  MAX_CONNECTIONS("jbo.maxpoolsize", "the connection pool is set by --pool-size (DG10-007)"),
  MIN_AVAILABLE_CONNECTIONS(
      "jbo.poolminavailablesize", "the connection pool is set by --pool-min (DG10-007)"),
  MAX_AVAILABLE_CONNECTIONS(
      "jbo.poolmaxavailablesize", "the connection pool is set by --pool-size (DG10-007)"),
  CONNECTION_MAX_INACTIVE_AGE(
      "jbo.poolmaxinactiveage", "the connection pool is set by --pool and --pool-size (DG10-007)"),
  CONNECTION_MONITOR(
      "jbo.poolmonitorsleepinterval",
      "the connection pool is set by --pool and --pool-size (DG10-007)"),
  CONNECTION_REQUEST_TIMEOUT(
      "jbo.poolrequesttimeout", "the wait for a connection is set by --pool-wait (DG10-007)"),
  CONNECTION_TIME_TO_LIVE(
      "jbo.pooltimetolive", "the connection pool is set by --pool and --pool-size (DG10-007)"),

  PASSIVATION_STORE(
      "jbo.passivationstore", "where snapshots go is chosen by --store (XM-STORE, ROH)"),
  TXN_TABLE(
      "jbo.txn_table_name", "PS_TXN", "the snapshot table has the name of its script (GH-CREATE)"),
  TXN_SEQUENCE(
      "jbo.txn_seq_name", "PS_TXN_SEQ", "the sequence has the name of its script (GH-CREATE)"),
  TXN_SEQUENCE_INCREMENT(
      "jbo.txn_seq_inc", "50", "ids come in blocks of 50, as in the script (GH-CREATE, GH-SEQ)"),
  CONTROL_TABLE(
      "jbo.control_table_name",
      "PCOLL_CONTROL",
      "the control table has the name of its script (GH-CREATE)"),
  PERSISTENCE_MANAGER("jbo.pcoll.mgr", "the store is chosen by --store (ROH)"),
  LOCKING_MODE(
      "jbo.locking.mode",
      "optimistic",
      "the pages lock optimistically; the other modes are not modelled (LOCKU, SM10-009)"),
  AFTER_POST_EXCEPTION(
      "jbo.txn.handleafterpostexc",
      "false",
      "no snapshot is taken in memory before changes are posted (RAD)"),
  ASSOCIATION_CONSISTENT(
      "jbo.assoc.consistent", "the pages have no associations; the pool is not concerned (DG11)"),
  VIEW_LINK_CONSISTENT(
      "jbo.viewlink.consistent", "the pages have no view links; the pool is not concerned"),
  PERSISTENT_COLLECTIONS(
      "jbo.use.pers.coll", "false", "rows are never spilled to tables (BC4J-SPILL)"),
  SPILL_ROWS("jbo.pers.max.rows.per.node", "rows are never spilled to tables (BC4J-SPILL)"),
  SPILL_NODES("jbo.pers.max.active.nodes", "-1", "rows are never spilled to tables (BC4J-SPILL)"),
  MAX_CURSORS(
      "jbo.max.cursors", "a page has one cursor at the most; no limit is modelled (BC4J-DIAG)"),
  FETCH_MODE(
      "jbo.fetch.mode",
      "as.needed",
      "a result set stays open until its last row; the other modes are not modelled (BC4J-DIAG)"),
  LAZY_COMPONENTS(
      "jbo.load.components.lazily",
      "true",
      "a view object is built on first use; the other way is not modelled (GH-OIM, GH-EM)"),
  COOKIE_AGE(
      "jbo.maxpoolcookieage",
      "-1",
      "the cookie ends with the browser; an age is not modelled (BC4J-COOKIE)"),
  VALIDATION_THRESHOLD("jbo.validation.threshold", "validation is not modelled"),
  SIMULATE_REMOTE("jbo.simulate.remote", "remote modules are not modelled"),
  DEPLOY_PLATFORM("DeployPlatform", "LOCAL", "modules run in the tier's own process"),
  EJB_TRANSACTION("jbo.ejb.txntype", "EJB deployment is not modelled"),
  EJB_POOL("jbo.ejb.useampool", "EJB deployment is not modelled"),
  PROJECT("jbo.project", Kind.IGNORED, "names the project's package; the pool is not concerned"),
  MODULE_NAME("AppModuleJndiName", Kind.IGNORED, "names the module; the pool is not concerned"),
  CONNECTION_MODE(
      "ConnectionMode", Kind.IGNORED, "how a remote client connects; the pool is not concerned"),
  TYPE_MAP("jbo.TypeMapEntries", Kind.IGNORED, "maps SQL types; the pool is not concerned"),
  SQL_BUILDER("jbo.SQLBuilder", Kind.IGNORED, "the dialect follows from --url"),
  LANGUAGE("jbo.default.language", Kind.IGNORED, "a locale; the pool is not concerned"),
  COUNTRY("jbo.default.country", Kind.IGNORED, "a locale; the pool is not concerned"),
  XML_VALIDATION("jbo.xml.validation", Kind.IGNORED, "about files; the pool is not concerned"),
  DEBUG_OUTPUT("jbo.debugoutput", Kind.IGNORED, "about logs; the pool is not concerned"),
  LOGGING_LEVEL("jbo.logging.trace.level", Kind.IGNORED, "about logs; the pool is not concerned"),
  LOGGING_TIMING("jbo.logging.show.timing", Kind.IGNORED, "about logs; the pool is not concerned"),
  LOGGING_FUNCTION(
      "jbo.logging.show.function", Kind.IGNORED, "about logs; the pool is not concerned"),
  JDBC_TRACE("jbo.jdbc.trace", Kind.IGNORED, "about logs; the pool is not concerned"),

  JDBC_NAME("JDBCName", Kind.CONNECTION, "the database is named by --url and --user"),
  JDBC_DATA_SOURCE("JDBCDataSource", Kind.CONNECTION, "the database is named by --url and --user"),
  JDBC_DRIVER("jbo.sql92.JdbcDriverClass", Kind.CONNECTION, "the driver follows from --url"),
  LOCK_TRAILER("jbo.sql92.LockTrailer", Kind.CONNECTION, "the dialect follows from --url"),
  DB_TIME_QUERY("jbo.sql92.DbTimeQuery", Kind.CONNECTION, "the dialect follows from --url"),
  BYTES_CONVERSION("jbo.jdbc_bytes_conversion", Kind.CONNECTION, "the dialect follows from --url"),
  SECURITY_ENFORCE("jbo.security.enforce", Kind.SECURITY, "the tier has no users to log in"),
  SECURITY_CONTEXT("jbo.security.context", Kind.SECURITY, "the tier has no users to log in"),
  SECURITY_LOGIN_MODULE(
      "jbo.security.loginmodule", Kind.SECURITY, "the tier has no users to log in"),
  SECURITY_CONFIG("jbo.security.config", Kind.SECURITY, "the tier has no users to log in"),
  SECURITY_PRINCIPAL(
      "java.naming.security.principal", Kind.SECURITY, "the tier has no users to log in"),
  SECURITY_CREDENTIALS(
      "java.naming.security.credentials", Kind.SECURITY, "the password is never read from a file"),
  SECURITY_AUTHENTICATION(
      "java.naming.security.authentication", Kind.SECURITY, "the tier has no users to log in"),
  NAMING_FACTORY(
      "java.naming.factory.initial", Kind.IGNORED, "how a client finds the module; it is here"),
  NAMING_PROVIDER(
      "java.naming.provider.url", Kind.IGNORED, "how a client finds the module; it is here");

  /** Why a property has no effect. */
  public enum Kind {
    /** it would change what is measured, and Cloakroom cannot do it */
    NOT_MODELLED,
    /** it does not change what happens to state, modules or connections */
    IGNORED,
    /** it names a database, a driver or an account: command line and environment do that */
    CONNECTION,
    /** it is about logging in */
    SECURITY
  }

  private final String key;
  private final Kind kind;
  private final String sameAs;
  private final String reason;

  OtherProperty(String key, Kind kind, String sameAs, String reason) {
    this.key = key;
    this.kind = kind;
    this.sameAs = sameAs;
    this.reason = reason;
  }

  OtherProperty(String key, String sameAs, String reason) {
    this(key, Kind.NOT_MODELLED, sameAs, reason);
  }

  OtherProperty(String key, String reason) {
    this(key, Kind.NOT_MODELLED, null, reason);
  }

  OtherProperty(String key, Kind kind, String reason) {
    this(key, kind, null, reason);
  }

  /** The name as a configuration writes it. */
  public String key() {
    return key;
  }

  /** Which kind of nothing comes of it. */
  public Kind kind() {
    return kind;
  }

  /** Why, with the source's key where a source has a rule. */
  public String reason() {
    return reason;
  }

  /** Whether this value asks for what Cloakroom does anyway. */
  public boolean isMetBy(String value) {
    return sameAs != null && sameAs.equalsIgnoreCase(value.strip());
  }

  /** The value that Cloakroom behaves as if it were set to, if there is one. */
  public Optional<String> sameAs() {
    return Optional.ofNullable(sameAs);
  }

  /** The property with this name, if it is one. */
  public static Optional<OtherProperty> named(String key) {
    return Arrays.stream(values()).filter(property -> property.key.equals(key)).findFirst();
  }
}
