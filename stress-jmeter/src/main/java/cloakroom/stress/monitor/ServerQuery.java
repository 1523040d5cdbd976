package cloakroom.stress.monitor;

import cloakroom.platform.Names;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One group of figures that a database server tells of itself: a statement that gives one row of
 * whole numbers, each with a name. Groups stand or fall together, because a privilege does.
 *
 * @param name what a reader calls the group; the name of its file too
 * @param columns the names of its figures in camel case, in their order
 */
record ServerQuery(String name, String sql, List<String> columns) {
  /**
   * A figure with this name is none: it counts the rows that the user may not look into, and the
   * group is not permitted when there are any.
   */
  static final String HIDDEN = "hidden";

  private static final Pattern NAMED = Pattern.compile("(?i)\\bas\\s+(\\w+)\\s*(?=,|\\bfrom\\b)");

  static ServerQuery of(MonitorDialect access, String file) {
    String sql = access.text(file);
    return new ServerQuery(file.replaceAll("-\\d+$", ""), sql, columns(sql));
  }

  /** What a server of that major version is asked each second. */
  static List<ServerQuery> all(MonitorDialect access, int version) {
    return access.figures(version).stream().map(file -> of(access, file)).toList();
  }

  /** The names of the figures that a statement gives; databases differ in their case. */
  static List<String> columns(String sql) {
    return NAMED
        .matcher(sql)
        .results()
        .map(named -> Names.camelCase(named.group(1)))
        .filter(column -> !column.equals(HIDDEN))
        .toList();
  }
}
