package cloakroom.contract;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Schema that contains Cloakroom's objects. Statements name objects as {@code cloakroom.ps_txn};
 * {@link #in} replaces the qualifier, so that no statement depends on the search path.
 */
public final class SchemaName {
  public static final String DEFAULT = "cloakroom";

  /** Oracle: the schema of the connecting user, without a qualifier. */
  public static final SchemaName OF_USER = new SchemaName("", "");

  /** The settings of a session, such as {@code cloakroom.scale}, have the same prefix. */
  private static final Pattern QUALIFIER =
      Pattern.compile("(?<!_config\\(')(?<!_setting\\(')\\bcloakroom\\.");

  private static final Pattern IN_URL = Pattern.compile("[?&]currentSchema=\"?(\\w+)");
  private static final Pattern VALID = Pattern.compile("(?!pg_)[a-z_][a-z0-9_]{0,62}");

  private final String name;
  private final String qualifier;
  private final Map<String, String> qualified = new ConcurrentHashMap<>();

  private SchemaName(String name, String qualifier) {
    this.name = name;
    this.qualifier = Matcher.quoteReplacement(qualifier);
  }

  /**
   * Returns the schema in the database of a JDBC URL.
   *
   * @param chosen value of --schema; null for {@code currentSchema} of the URL, or the default
   * @throws IllegalArgumentException if the database cannot have that schema
   */
  public static SchemaName of(String url, String chosen) {
    if (!DatabaseKind.POSTGRESQL.isOf(url)) {
      if (chosen != null) {
        throw new IllegalArgumentException(
            "--schema %s: is not supported on Oracle; set --user to the owner of the tables"
                .formatted(chosen));
      }
      return OF_USER;
    }
    Matcher current = IN_URL.matcher(url);
    String name = chosen != null ? chosen : current.find() ? current.group(1) : DEFAULT;
    if (!VALID.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "--schema %s: must be 1 to 63 lower-case letters, digits or _, not starting with pg_"
              .formatted(name));
    }
    return new SchemaName(name, name.equals(DEFAULT) ? DEFAULT + "." : '"' + name + "\".");
  }

  /** Returns the name; empty for the schema of the connecting user. */
  public String name() {
    return name;
  }

  /** Returns the statement with every object qualified by this schema. */
  public String in(String sql) {
    return name.equals(DEFAULT)
        ? sql
        : qualified.computeIfAbsent(sql, text -> QUALIFIER.matcher(text).replaceAll(qualifier));
  }

  @Override
  public String toString() {
    return name.isEmpty() ? "schema of the user" : "schema " + name;
  }
}
