package cloakroom.contract;

import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
  public static final String PAGE_WORK = "--page-work";
  public static final String PAGE_CPU = "--page-cpu";
  public static final String STATE_SIZE = "--state-size";
  public static final String URL = "--url";
  public static final String DB_RTT = "--db-rtt";
  public static final String DB_JITTER = "--db-jitter";
  public static final String USER = "--user";
  public static final String INSTALL_SCHEMA = "--install-schema";
  public static final String DB = "--db";
  public static final String DB_COMMIT = "--db-commit";
  public static final String USERS = "--users";
  public static final String HOST = "--host";
  public static final String PORT = "--port";
  public static final String ADMIN_PORT = "--admin-port";
  public static final String STOP_WITHIN = "--stop-within";
  public static final String WITH_PARENT = "--with-parent";
  public static final String JSON = "--json";
  public static final String CHECK = "--check";

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

  /** What a connection may be cleaned of when it goes back. */
  public static final List<String> HYGIENES = List.of("none", "rollback", "full");

  /** The database that {@code database} starts unless told otherwise: a PostgreSQL of its own. */
  public static final String EMBEDDED = "embedded";

  /** An Oracle in a container. */
  public static final String ORACLE = "oracle";

  /** The databases that {@code database} can start. */
  public static final List<String> DATABASES = List.of(EMBEDDED, ORACLE);

  /** How long a page may wait, and compute, at the most: seconds. */
  public static final int MOST_PAGE_SECONDS = 10;

  /** What a state size may be. */
  public static final String STATE_SIZES = "2k to 1m, such as 4k or 40k, or 0 for the page's own";

  private static final Pattern SIZE = Pattern.compile("(\\d{1,7})([km]?)");

  private TierOptions() {}

  /** The bytes of a state size; empty if it is none. */
  public static OptionalInt stateBytes(String text) {
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      return OptionalInt.empty();
    }
    int unit = size.group(2).equals("m") ? 1 << 20 : size.group(2).equals("k") ? 1 << 10 : 1;
    long bytes = Long.parseLong(size.group(1)) * unit;
    return bytes == 0 || (bytes >= 2 << 10 && bytes <= 1 << 20)
        ? OptionalInt.of((int) bytes)
        : OptionalInt.empty();
  }
}
