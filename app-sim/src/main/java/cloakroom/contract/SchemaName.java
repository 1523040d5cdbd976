package cloakroom.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import cloakroom.platform.Resources;
import java.net.URLDecoder;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Name of the schema with Cloakroom's tables. {@link #in} replaces the name {@code cloakroom} in
 * SQL texts by the configured name. Statements then do not depend on the database's search path.
 */
public final class SchemaName {
  public static final String DEFAULT = "cloakroom";

  /** Schema of the connecting user; SQL then has no schema prefix. The only schema on Oracle. */
  public static final SchemaName OF_USER = new SchemaName("", "", "the user's");

  public static final String FETCH_TEST = "04-fetch-test";

  public static final List<String> SCRIPTS =
      List.of(
          "00-objects",
          "01-ps-txn",
          "02-pcoll-control",
          "03-hr",
          FETCH_TEST,
          "05-bc4j-cleanup",
          "06-state-kinds");

  private static final Pattern MARK =
      Pattern.compile("\\('([A-Z0-9_]+)', '(?:table|seq|proc|pack)");

  /**
   * Schema prefix of table names in SQL. The lookbehinds skip settings such as {@code
   * cloakroom.scale}.
   */
  private static final Pattern QUALIFIER =
      Pattern.compile("(?<!_config\\(')(?<!_setting\\(')\\bcloakroom\\.");

  private static final Pattern IN_URL = Pattern.compile("[?&]currentSchema=([^&]+)");
  private static final Pattern QUOTED = Pattern.compile("\\s*\"([^\"]*)\"\\s*(?:,|$)");
  private static final Pattern VALID = Pattern.compile("(?!pg_)[a-z_][a-z0-9_]{0,62}");

  private final String name;
  private final String qualifier;
  private final String description;
  private final Map<String, String> qualified = new ConcurrentHashMap<>();

  private SchemaName(String name, String qualifier, String description) {
    this.name = name;
    this.qualifier = Matcher.quoteReplacement(qualifier);
    this.description = description;
  }

  /**
   * Returns the name of Cloakroom's schema in the database of a JDBC URL.
   *
   * @param chosen value of --schema; null for {@code currentSchema} of the URL, or the default
   * @throws IllegalArgumentException if the database does not permit this schema
   */
  public static SchemaName of(String url, String chosen) {
    if (!DatabaseKind.POSTGRESQL.isOf(url)) {
      if (chosen != null) {
        String rule = ": is not supported on Oracle; set --user to the owner of the tables";
        throw new IllegalArgumentException("--schema " + chosen + rule);
      }
      return OF_USER;
    }
    Matcher parameter = IN_URL.matcher(url);
    String path = parameter.find() ? decode(parameter.group(1)) : "";
    String current = path.isEmpty() ? DEFAULT : first(path);
    String name = chosen != null ? chosen : current;
    if (!VALID.matcher(name).matches()) {
      String subject = chosen != null ? "--schema " + name : "currentSchema=" + path + " of --url";
      String rule = ": must be 1 to 63 lower-case letters, digits or _, not starting with pg_";
      String hint = chosen != null ? "" : "; set another schema with --schema";
      throw new IllegalArgumentException(subject + rule + hint);
    }
    String origin = path.isEmpty() ? "default" : "currentSchema=" + path;
    if (chosen != null) {
      boolean unused = !path.isEmpty() && !current.equals(name);
      origin = "--schema" + (unused ? "; " + origin + " is not used" : "");
    }
    String qualifier = name.equals(DEFAULT) ? DEFAULT + "." : '"' + name + "\".";
    return new SchemaName(name, qualifier, name + " (" + origin + ")");
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, UTF_8);
    } catch (IllegalArgumentException e) {
      String rule = " of --url: is not encoded correctly; write % as %25";
      throw new IllegalArgumentException("currentSchema=" + text + rule, e);
    }
  }

  /**
   * Returns the first schema of a search path. Unquoted names become lower case, as in PostgreSQL.
   */
  private static String first(String path) {
    Matcher quoted = QUOTED.matcher(path);
    return quoted.lookingAt()
        ? quoted.group(1)
        : path.split(",", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  /** Returns the names of the objects that a script creates, such as table {@code PS_TXN}. */
  public static Set<String> created(DatabaseKind kind, String script) {
    return MARK.matcher(
            Resources.text("sql/%s/%s.sql".formatted(kind.name().toLowerCase(Locale.ROOT), script)))
        .results()
        .map(mark -> mark.group(1))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Returns the schema name; empty for {@link #OF_USER}. */
  public String name() {
    return name;
  }

  public String description() {
    return description;
  }

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
