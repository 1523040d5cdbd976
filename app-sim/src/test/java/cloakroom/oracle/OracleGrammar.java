package cloakroom.oracle;

import com.oceanbase.tools.sqlparser.oracle.PlSqlLexer;
import com.oceanbase.tools.sqlparser.oracle.PlSqlParser;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStream;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.misc.Interval;

/**
 * Syntax by the PL/SQL grammar of ob-sql-parser. Two things that Oracle takes the grammar does not
 * know, ALTER SYSTEM and a pragma among the declarations of a package; both have rules of their own
 * here.
 */
final class OracleGrammar {
  private static final int LONGEST_MESSAGE = 160;
  private static final Pattern PRAGMA =
      Pattern.compile(
          "(?i)\\bpragma\\s+exception_init\\s*\\(\\s*[a-z]\\w*\\s*,\\s*-\\d+\\s*\\)\\s*;");
  private static final Pattern PACKAGE =
      Pattern.compile("(?is)^create\\s+(or\\s+replace\\s+)?package\\b.*");
  private static final Pattern ALTER_SYSTEM = Pattern.compile("(?is)^alter\\s+system\\b.*");
  private static final Pattern ALTER_SYSTEM_KNOWN =
      Pattern.compile(
          "(?is)^alter\\s+system\\s+(register|set\\s+\\w+\\s*=\\s*"
              + "('[^']*'(\\s*,\\s*'[^']*')*|\\w+)\\s+scope\\s*=\\s*(memory|spfile|both))$");

  private OracleGrammar() {}

  /** The parsed text; null where a rule of our own stands in for the grammar. */
  static ParserRuleContext parse(String statement, Consumer<Finding> findings) {
    if (ALTER_SYSTEM.matcher(statement).matches()) {
      if (!ALTER_SYSTEM_KNOWN.matcher(statement.strip()).matches()) {
        findings.accept(
            new Finding(
                1,
                "alter system here is register, or set NAME = VALUE scope = memory, spfile or both"));
      }
      return null;
    }
    String text = statement.stripTrailing();
    return tree(withoutPragmas(text) + (text.endsWith(";") ? "" : ";"), findings);
  }

  private static String withoutPragmas(String text) {
    if (!PACKAGE.matcher(text).matches()) {
      return text;
    }
    Matcher pragmas = PRAGMA.matcher(text);
    return pragmas.replaceAll(pragma -> pragma.group().replaceAll("\\S", " "));
  }

  private static ParserRuleContext tree(String text, Consumer<Finding> findings) {
    List<Finding> all = new ArrayList<>();
    BaseErrorListener listener =
        new BaseErrorListener() {
          @Override
          public void syntaxError(
              Recognizer<?, ?> recognizer,
              Object symbol,
              int line,
              int column,
              String message,
              RecognitionException e) {
            all.add(new Finding(line, "syntax: " + shortened(message)));
          }
        };
    PlSqlLexer lexer = new PlSqlLexer(new UpperCase(CharStreams.fromString(text)));
    PlSqlParser parser = new PlSqlParser(new CommonTokenStream(lexer));
    for (Recognizer<?, ?> each : List.of(lexer, parser)) {
      each.removeErrorListeners();
      each.addErrorListener(listener);
    }
    ParserRuleContext tree = parser.sql_script();
    all.stream().findFirst().ifPresent(findings); // the others only follow from it
    return tree;
  }

  /** The list of what would have been right may be as long as the grammar. */
  private static String shortened(String message) {
    String line = message.replaceAll("\\s+", " ");
    return line.length() > LONGEST_MESSAGE ? line.substring(0, LONGEST_MESSAGE) + "…" : line;
  }

  /** The grammar knows its words in capitals only; what the text says stays as it is. */
  private record UpperCase(CharStream text) implements CharStream {
    @Override
    public int LA(int distance) {
      int c = text.LA(distance);
      return c <= 0 ? c : Character.toUpperCase(c);
    }

    @Override
    public String getText(Interval interval) {
      return text.getText(interval);
    }

    @Override
    public void consume() {
      text.consume();
    }

    @Override
    public int mark() {
      return text.mark();
    }

    @Override
    public void release(int marker) {
      text.release(marker);
    }

    @Override
    public int index() {
      return text.index();
    }

    @Override
    public void seek(int index) {
      text.seek(index);
    }

    @Override
    public int size() {
      return text.size();
    }

    @Override
    public String getSourceName() {
      return text.getSourceName();
    }
  }
}
