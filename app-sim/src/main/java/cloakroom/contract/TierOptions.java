package cloakroom.contract;

import java.util.List;

/** Options that Cloakroom's other programs pass to {@code app-sim.jar}. */
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

  /** Simulated application: hr, typical or the path of an application file. */
  public static final String APP = "--app";

  public static final String NO_AUTOVACUUM = "--no-autovacuum";

  /** Default name of the simulated server's sessions in the database's session list. */
  public static final String TIER_NAME = "cloakroom-tier";

  public static final String PS_TXN = "ps-txn";
  public static final String PS_TXN_CLASSIC = "ps-txn-classic";
  public static final String FILE = "file";
  public static final String MEMORY = "memory";
  public static final List<String> STORES = List.of(PS_TXN, PS_TXN_CLASSIC, FILE, MEMORY);
  public static final String DIRECT = "none";
  public static final String EMBEDDED = "embedded";
  public static final String ORACLE = "oracle";
  public static final List<String> DATABASES = List.of(EMBEDDED, ORACLE);

  private TierOptions() {}
}
