package cloakroom.oracle;

import com.oceanbase.tools.sqlparser.oracle.PlSqlLexer;
import com.oceanbase.tools.sqlparser.oracle.PlSqlParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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
 * Statement parsed by the PL/SQL grammar of ob-sql-parser, which requires capitals and supports
 * neither ALTER SYSTEM nor pragmas in packages: both are left out.
 */
public final class OracleSyntax {
  /** Replaces a name that a block inserts into a dynamic statement. */
  private static final String INSERTED_NAME = "inserted_name";

  private final String text;
  private final List<String> errors = new ArrayList<>();
  private final ParserRuleContext tree;

  private OracleSyntax(String statement) {
    text = statement.strip() + (statement.strip().endsWith(";") ? "" : ";");
    PlSqlLexer lexer = new PlSqlLexer(CharStreams.fromString(readable(text)));
    PlSqlParser parser = new PlSqlParser(new CommonTokenStream(lexer));
    for (Recognizer<?, ?> each : List.of(lexer, parser)) {
      each.removeErrorListeners();
      each.addErrorListener(new ErrorList());
    }
    // the fast mode is exact if it finds no error
    parser.getInterpreter().setPredictionMode(PredictionMode.SLL);
    ParserRuleContext parsed = parser.sql_script();
    if (!errors.isEmpty()) {
      errors.clear();
      lexer.reset();
      parser.setTokenStream(new CommonTokenStream(lexer));
      parser.getInterpreter().setPredictionMode(PredictionMode.LL);
      parsed = parser.sql_script();
    }
    tree = parsed;
  }

  private final class ErrorList extends BaseErrorListener {
    @Override
    public void syntaxError(
        Recognizer<?, ?> recognizer,
        Object symbol,
        int line,
        int column,
        String message,
        RecognitionException e) {
      errors.add("line " + line + ": " + message + " in: " + text);
    }
  }

  /** Returns the syntax errors of a statement and of the statements in its literals. */
  public static List<String> errors(String statement) {
    OracleSyntax syntax = new OracleSyntax(statement);
    return syntax.errors.isEmpty()
        ? syntax.dynamic().flatMap(inside -> errors(inside).stream()).toList()
        : syntax.errors;
  }

  /** Returns the statements that a block executes from literals. */
  static Stream<String> dynamicStatements(String block) {
    return new OracleSyntax(block).dynamic();
  }

  /** Returns the text in capitals, with blanks for what the grammar does not support. */
  private static String readable(String text) {
    String supported = text;
    if (text.matches("(?is)alter\\s+system\\b.*")) {
      supported = "";
    } else if (text.matches("(?is)create\\s+or\\s+replace\\s+package\\b.*")) {
      supported =
          Pattern.compile("(?i)\\bpragma\\s+exception_init\\s*\\([^)]*\\)\\s*;")
              .matcher(text)
              .replaceAll(pragma -> " ".repeat(pragma.group().length()));
    }
    return supported.toUpperCase(Locale.ROOT);
  }

  private Stream<String> dynamic() {
    return Trees.getDescendants(tree).stream()
        .filter(node -> rule(node).matches("execute_immediate|open_for_statement"))
        .flatMap(OracleSyntax::children)
        .filter(child -> rule(child).equals("expression"))
        .map(expression -> literal(expression).replace("''", "'"));
  }

  private String literal(ParseTree node) {
    if (rule(node).equals("general_element")) {
      return INSERTED_NAME;
    } else if (node instanceof TerminalNode word && node.getText().startsWith("'")) {
      int start = word.getSymbol().getStartIndex() + 1;
      return text.substring(start, word.getSymbol().getStopIndex());
    }
    return children(node).map(this::literal).collect(Collectors.joining());
  }

  private static String rule(ParseTree node) {
    return node instanceof ParserRuleContext context
        ? PlSqlParser.ruleNames[context.getRuleIndex()]
        : "";
  }

  private static Stream<ParseTree> children(ParseTree node) {
    return Stream.iterate(0, child -> child < node.getChildCount(), child -> child + 1)
        .map(node::getChild);
  }
}
