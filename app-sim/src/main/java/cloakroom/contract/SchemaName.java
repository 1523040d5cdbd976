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
 * Schema that contains Cloakroom's objects. Statements name objects as {@code cloakroom.ps_txn};
 * {@link #in} replaces the qualifier, so that no statement depends on the search path.
 */
public final class SchemaName {
  public static final String DEFAULT = "cloakroom";

  /** Oracle: the schema of the connecting user, without a qualifier. */
  public static final SchemaName OF_USER = new SchemaName("", "", "the user's");

  /** Script with the rows of the fetch size study. */
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

  /** The settings of a session, such as {@code cloakroom.scale}, have the same prefix. */
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
   * Returns the schema in the database of a JDBC URL.
   *
   * @param chosen value of --schema; null for the first of {@code currentSchema} of the URL, or the
   *     default
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
    Matcher parameter = IN_URL.matcher(url);
    String path = parameter.find() ? decode(parameter.group(1)) : "";
    String current = path.isEmpty() ? DEFAULT : first(path);
    String name = chosen != null ? chosen : current;
    if (!VALID.matcher(name).matches()) {
      String subject = chosen != null ? "--schema " + name : "currentSchema=" + path + " of --url";
      String rule = "%s: must be 1 to 63 lower-case letters, digits or _, not starting with pg_%s";
      throw new IllegalArgumentException(
          rule.formatted(subject, chosen != null ? "" : "; set another schema with --schema"));
    }
    String origin = path.isEmpty() ? "default" : "currentSchema=" + path;
    if (chosen != null) {
      boolean unused = !path.isEmpty() && !current.equals(name);
      origin = "--schema" + (unused ? "; " + origin + " is not used" : "");
    }
    return new SchemaName(
        name,
        name.equals(DEFAULT) ? DEFAULT + "." : '"' + name + "\".",
        "%s (%s)".formatted(name, origin));
  }

  private static String decode(String text) {
    try {
      return URLDecoder.decode(text, UTF_8);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "currentSchema=%s of --url: is not encoded correctly; write %% as %%25".formatted(text),
          e);
    }
  }

  /** Returns the first name of a search path; the server folds a name without quotes. */
  private static String first(String path) {
    Matcher quoted = QUOTED.matcher(path);
    return quoted.lookingAt()
        ? quoted.group(1)
        : path.split(",", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  /** Returns the names of the objects that a script creates, such as {@code PS_TXN}. */
  public static Set<String> created(DatabaseKind kind, String script) {
    return MARK.matcher(
            Resources.text("sql/%s/%s.sql".formatted(kind.name().toLowerCase(Locale.ROOT), script)))
        .results()
        .map(mark -> mark.group(1))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Returns the name; empty for the schema of the connecting user. */
  public String name() {
    return name;
  }

  public String description() {
    return description;
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
