package cloakroom.database.script;

import cloakroom.database.script.SqlScript.Statement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.postgresql.core.NativeQuery;
import org.postgresql.core.Parser;

/** Finds the statements of our own scripts, which keep to a few of the rules of their clients. */
final class SqlSplitter {
  /** Lines before and between Oracle's statements: empty, comments, and words to SQL*Plus. */
  private static final Pattern NO_STATEMENT = Pattern.compile("(?i)\\s*(--.*)?|(whenever|set) .*");

  /** What ends at a line with nothing but a slash, because it has semicolons in it. */
  private static final Pattern BLOCK =
      Pattern.compile("(?i)(begin|declare|create or replace)\\b.*");

  private static final Pattern TERMINATOR = Pattern.compile("\\s*(\\R/|;)\\s*$");

  private SqlSplitter() {}

  /** By the driver's own knowledge of quotes, comments and bodies. */
  static List<Statement> postgresql(String script) {
    List<Statement> statements = new ArrayList<>();
    int end = 0;
    for (NativeQuery query : parsed(script)) {
      String text = query.nativeSql.strip();
      int start = script.indexOf(text, end);
      statements.add(new Statement(text, 1 + lineEnds(script.substring(0, start))));
      end = start + text.length();
    }
    return statements;
  }

  private static List<NativeQuery> parsed(String script) {
    try {
      return Parser.parseJdbcSql(script, true, false, true, false, false);
    } catch (SQLException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** By lines: a block ends at a line with nothing but a slash, any other at a semicolon's line. */
  static List<Statement> oracle(String script) {
    List<String> lines = script.lines().toList();
    List<Statement> statements = new ArrayList<>();
    for (int start = 0; start < lines.size(); start++) {
      if (!NO_STATEMENT.matcher(lines.get(start)).matches()) {
        boolean block = BLOCK.matcher(lines.get(start)).matches();
        int end = start;
        while (end < lines.size() - 1 && !isLast(lines.get(end), block)) {
          end++;
        }
        String text = String.join("\n", lines.subList(start, end + 1));
        statements.add(new Statement(TERMINATOR.matcher(text).replaceFirst(""), start + 1));
        start = end;
      }
    }
    return statements;
  }

  private static boolean isLast(String line, boolean block) {
    String text = line.stripTrailing();
    return block ? text.equals("/") : text.endsWith(";");
  }

  static int lineEnds(String text) {
    return (int) text.chars().filter(c -> c == '\n').count();
  }
}
