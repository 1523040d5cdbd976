package cloakroom.database;

import cloakroom.database.SqlScript.Dialect;
import cloakroom.database.SqlScript.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Finds where statements end, by the rules of the client that the script was written for.
 *
 * <p>psql: a semicolon outside quotes, dollar quotes, comments, parentheses and {@code begin
 * atomic} bodies. SQL*Plus: the same semicolon, but a block of PL/SQL ends only at a line with
 * nothing but a slash; lines that are commands of SQL*Plus itself are passed over.
 */
final class SqlSplitter {
  private static final Set<String> SQLPLUS_COMMANDS =
      Set.of(
          "set",
          "prompt",
          "rem",
          "remark",
          "whenever",
          "show",
          "spool",
          "exit",
          "quit",
          "define",
          "undefine",
          "column",
          "pause",
          "clear",
          "timing");
  private static final Set<String> SQL_AFTER_SET =
      Set.of("role", "transaction", "constraint", "constraints");

  private final String name;
  private final String text;
  private final Dialect dialect;
  private final List<Statement> statements = new ArrayList<>();
  private int position;

  /** Where the present statement begins, or -1 between two statements. */
  private int start = -1;

  private StatementShape shape = new StatementShape();

  SqlSplitter(String name, String text, Dialect dialect) {
    this.name = name;
    this.text = text.startsWith("\uFEFF") ? text.substring(1) : text;
    this.dialect = dialect;
  }

  List<Statement> split() {
    while (position < text.length()) {
      step();
    }
    finish(position);
    return statements;
  }

  private void step() {
    char c = text.charAt(position);
    if (Character.isWhitespace(c)) {
      position++;
    } else if (text.startsWith("--", position)) {
      position = endOfLine(position);
    } else if (text.startsWith("/*", position)) {
      skipComment();
    } else if (isClientCommand(c)) {
      position = endOfLine(position);
    } else if (dialect == Dialect.SQLPLUS && c == '/' && isAloneOnLine()) {
      endBlock();
    } else if (c == ';' && shape.endsAtSemicolon(dialect)) {
      finish(position);
      position++;
    } else {
      token(c);
    }
  }

  private void token(char c) {
    if (start < 0) {
      start = position;
    }
    if (c == '\'') {
      skipQuoted('\'', false);
    } else if (c == '"') {
      skipQuoted('"', false);
    } else if (c == '$' && dialect == Dialect.PSQL) {
      skipDollarQuote();
    } else if (Character.isLetter(c) || c == '_') {
      word();
    } else if (Character.isDigit(c)) {
      position = endOfWord(position);
    } else {
      shape.symbol(c);
      position++;
    }
  }

  private void word() {
    int from = position;
    position = endOfWord(position);
    String word = text.substring(from, position).toLowerCase(Locale.ROOT);
    if (position < text.length() && text.charAt(position) == '\'') {
      literalAfter(word);
    } else {
      shape.word(word);
    }
  }

  /** E'..' knows backslashes, q'[..]' ends at its own bracket; other prefixes change nothing. */
  private void literalAfter(String prefix) {
    if (dialect == Dialect.PSQL) {
      skipQuoted('\'', prefix.equals("e"));
    } else if (prefix.equals("q") || prefix.equals("nq")) {
      skipAlternativeQuote();
    } else {
      skipQuoted('\'', false);
    }
  }

  private void skipQuoted(char quote, boolean backslashes) {
    int from = position++;
    while (position < text.length()) {
      char c = text.charAt(position++);
      if (c == '\\' && backslashes) {
        position++;
      } else if (c == quote && !text.startsWith(String.valueOf(quote), position)) {
        return;
      } else if (c == quote) {
        position++; // doubled, it stands for itself
      }
    }
    throw failure(from, "the quote " + quote + " never ends");
  }

  private void skipAlternativeQuote() {
    int from = position;
    int open = position + 1;
    int bracket = open < text.length() ? "[{(<".indexOf(text.charAt(open)) : -1;
    String close =
        (bracket >= 0 ? "]})>".charAt(bracket) : open < text.length() ? text.charAt(open) : ' ')
            + "'";
    skipTo(close, open + 1, from, "the quote q' never ends");
  }

  private void skipDollarQuote() {
    int from = position;
    int tagEnd = position + 1;
    while (tagEnd < text.length() && isTagCharacter(text.charAt(tagEnd), tagEnd - position)) {
      tagEnd++;
    }
    if (tagEnd < text.length() && text.charAt(tagEnd) == '$') {
      String tag = text.substring(from, tagEnd + 1);
      skipTo(tag, tagEnd + 1, from, "the dollar quote " + tag + " never ends");
    } else {
      position++;
    }
  }

  private static boolean isTagCharacter(char c, int index) {
    return Character.isLetter(c) || c == '_' || (index > 1 && Character.isDigit(c));
  }

  private void skipTo(String close, int after, int from, String problem) {
    int end = text.indexOf(close, after);
    if (end < 0) {
      throw failure(from, problem);
    }
    position = end + close.length();
  }

  /** PostgreSQL's comments nest, Oracle's do not. */
  private void skipComment() {
    int from = position;
    int depth = 0;
    do {
      if (text.startsWith("*/", position)) {
        depth--;
        position += 2;
      } else if (text.startsWith("/*", position) && (depth == 0 || dialect == Dialect.PSQL)) {
        depth++;
        position += 2;
      } else if (++position > text.length()) {
        throw failure(from, "the comment never ends");
      }
    } while (depth > 0);
  }

  private boolean isClientCommand(char c) {
    if (dialect == Dialect.PSQL) {
      if (c == '\\') {
        throw failure(position, "psql's own command " + firstWord() + " cannot be run here");
      }
      return false;
    }
    if (start < 0 && c == '@') {
      throw failure(position, "SQL*Plus's own command " + firstWord() + " cannot be run here");
    }
    return start < 0 && isSqlPlusCommand();
  }

  private boolean isSqlPlusCommand() {
    String[] words =
        text.substring(position, endOfLine(position)).toLowerCase(Locale.ROOT).split("[\\s;]+", 3);
    boolean isSql = words[0].equals("set") && words.length > 1 && SQL_AFTER_SET.contains(words[1]);
    return SQLPLUS_COMMANDS.contains(words[0]) && !isSql;
  }

  private String firstWord() {
    return text.substring(position, endOfLine(position)).split("\\s", 2)[0];
  }

  private boolean isAloneOnLine() {
    int lineStart = text.lastIndexOf('\n', position - 1) + 1;
    return text.substring(lineStart, endOfLine(position)).strip().equals("/");
  }

  private void endBlock() {
    if (start < 0) {
      throw failure(position, "this / would run the statement before it a second time");
    }
    finish(position);
    position++;
  }

  private void finish(int end) {
    if (start >= 0) {
      statements.add(new Statement(text.substring(start, end).stripTrailing(), line(start)));
      refuseInlineData(start);
    }
    start = -1;
    shape = new StatementShape();
  }

  private void refuseInlineData(int at) {
    if (dialect == Dialect.PSQL && shape.isCopyFromStdin()) {
      throw failure(at, "copy from stdin cannot be run here: insert the rows");
    }
  }

  private int endOfWord(int from) {
    int end = from;
    while (end < text.length()
        && (Character.isLetterOrDigit(text.charAt(end)) || "_$#".indexOf(text.charAt(end)) >= 0)) {
      end++;
    }
    return end;
  }

  private int endOfLine(int from) {
    int end = text.indexOf('\n', from);
    return end < 0 ? text.length() : end;
  }

  private int line(int at) {
    return 1 + (int) text.substring(0, at).chars().filter(c -> c == '\n').count();
  }

  private EnvironmentException failure(int at, String problem) {
    return new EnvironmentException(name + ", line " + line(at) + ": " + problem);
  }
}
