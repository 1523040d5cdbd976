package cloakroom.oracle;

import com.oceanbase.tools.sqlparser.oracle.PlSqlLexer;
import com.oceanbase.tools.sqlparser.oracle.PlSqlParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.antlr.v4.runtime.tree.Trees;

/**
 * A text of SQL or PL/SQL, parsed by the grammar of ob-sql-parser, which knows its words in
 * capitals only. It knows neither ALTER SYSTEM nor a pragma among the declarations of a package, so
 * both are left out of what it reads.
 */
final class OracleGrammar {
  /** What stands for a name that a block puts into a dynamic statement. */
  static final String PUT_IN = "put_in_here";

  private static final Pattern ALTER_SYSTEM = Pattern.compile("(?is)alter\\s+system\\b.*");
  private static final Pattern PACKAGE =
      Pattern.compile("(?is)create\\s+or\\s+replace\\s+package\\b.*");
  private static final Pattern PRAGMA =
      Pattern.compile("(?i)\\bpragma\\s+exception_init\\s*\\(\\s*\\w+\\s*,\\s*-\\d+\\s*\\)\\s*;");

  private final String text;
  private final ParserRuleContext tree;

  private OracleGrammar(String text, ParserRuleContext tree) {
    this.text = text;
    this.tree = tree;
  }

  /** Parses a text; of several syntax errors the first is told, because the others follow. */
  static OracleGrammar parse(String statement, Consumer<String> problems) {
    String text = statement.strip() + (statement.strip().endsWith(";") ? "" : ";");
    List<String> found = new ArrayList<>();
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
            found.add("line " + line + ": syntax: " + message);
          }
        };
    PlSqlLexer lexer = new PlSqlLexer(CharStreams.fromString(readable(text)));
    PlSqlParser parser = new PlSqlParser(new CommonTokenStream(lexer));
    for (Recognizer<?, ?> each : List.of(lexer, parser)) {
      each.removeErrorListeners();
      each.addErrorListener(listener);
    }
    // the quick way is right where it finds no error, and nearly always finds none
    parser.getInterpreter().setPredictionMode(PredictionMode.SLL);
    ParserRuleContext tree = parser.sql_script();
    if (!found.isEmpty()) {
      found.clear();
      lexer.reset();
      parser.setTokenStream(new CommonTokenStream(lexer));
      parser.getInterpreter().setPredictionMode(PredictionMode.LL);
      tree = parser.sql_script();
    }
    found.stream().findFirst().ifPresent(problems);
    return new OracleGrammar(text, tree);
  }

  /** In capitals and of the same length, without what the grammar does not know. */
  private static String readable(String text) {
    String known = text;
    if (ALTER_SYSTEM.matcher(text).matches()) {
      known = "";
    } else if (PACKAGE.matcher(text).matches()) {
      known = PRAGMA.matcher(text).replaceAll(found -> found.group().replaceAll("\\S", " "));
    }
    return known.toUpperCase(Locale.ROOT);
  }

  ParserRuleContext tree() {
    return tree;
  }

  /** Every node of these rules, also inside of others. */
  static Stream<ParseTree> all(ParseTree tree, String... rules) {
    return Trees.getDescendants(tree).stream().filter(node -> List.of(rules).contains(rule(node)));
  }

  /** The name of the grammar's rule; empty for a word. */
  static String rule(ParseTree node) {
    return node instanceof ParserRuleContext context
        ? PlSqlParser.ruleNames[context.getRuleIndex()]
        : "";
  }

  static List<ParseTree> children(ParseTree node) {
    List<ParseTree> children = new ArrayList<>();
    for (int i = 0; i < node.getChildCount(); i++) {
      children.add(node.getChild(i));
    }
    return children;
  }

  /** The statements that a block keeps in literals, which nobody else would look into. */
  List<String> dynamic() {
    return all(tree, "execute_immediate", "open_for_statement")
        .flatMap(keeper -> children(keeper).stream())
        .filter(child -> rule(child).equals("expression"))
        .map(
            expression -> {
              StringBuilder statement = new StringBuilder();
              join(expression, statement);
              return statement.toString().replace("''", "'");
            })
        .toList();
  }

  private void join(ParseTree node, StringBuilder statement) {
    if (rule(node).equals("general_element")) {
      statement.append(PUT_IN);
    } else if (node instanceof TerminalNode word && node.getText().startsWith("'")) {
      int start = word.getSymbol().getStartIndex() + 1;
      statement.append(text, start, word.getSymbol().getStopIndex());
    } else {
      children(node).forEach(child -> join(child, statement));
    }
  }
}
