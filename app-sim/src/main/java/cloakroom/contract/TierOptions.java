package cloakroom.contract;

import java.util.List;

/**
 * The options of {@code app-sim.jar} that other programs use, and what they let one choose from.
 */
public final class TierOptions {
  public static final String POLICY = "--policy";
  public static final String SET = "--set";
  public static final String BC4J = "--bc4j";
  public static final String AM_CONFIG = "--am-config";
  public static final String STORE = "--store";
  public static final String STORE_DIR = "--store-dir";
  public static final String URL = "--url";
  public static final String DB_RTT = "--db-rtt";
  public static final String USER = "--user";
  public static final String SCHEMA = "--schema";
  public static final String SCALE = "--scale";
  public static final String APPLICATION_NAME = "--application-name";
  public static final String INSTALL_SCHEMA = "--install-schema";
  public static final String DB = "--db";
  public static final String COMMIT_DELAY = "--commit-delay";
  public static final String USERS = "--users";
  public static final String HOST = "--host";
  public static final String PORT = "--port";
  public static final String ADMIN_PORT = "--admin-port";
  public static final String STOP_WITHIN = "--stop-within";
  public static final String EXIT_WITH_PARENT = "--exit-with-parent";
  public static final String JSON = "--json";
  public static final String VALIDATE_ONLY = "--validate-only";
  public static final String NO_AUTOVACUUM = "--no-autovacuum";

  /** Default name of the tier's sessions in the session list of the database. */
  public static final String TIER_NAME = "cloakroom-tier";

  /** The store with one statement for each snapshot. */
  public static final String PS_TXN = "ps-txn";

  /** The store that works as ADF's does, on the same table. */
  public static final String PS_TXN_CLASSIC = "ps-txn-classic";

  /** The store in a directory of each node. */
  public static final String FILE = "file";

  /** The store that ends with its node. */
  public static final String MEMORY = "memory";

  /** Where snapshots may go. */
  public static final List<String> STORES = List.of(PS_TXN, PS_TXN_CLASSIC, FILE, MEMORY);

  /** No relay: the value of {@link #DB_RTT} that leaves the way to the database as it is. */
  public static final String DIRECT = "none";

  /** The database that {@code database} starts unless told otherwise: a PostgreSQL of its own. */
  public static final String EMBEDDED = "embedded";

  /** An Oracle in a container. */
  public static final String ORACLE = "oracle";

  /** The databases that {@code database} can start. */
  public static final List<String> DATABASES = List.of(EMBEDDED, ORACLE);

  private TierOptions() {}
}
