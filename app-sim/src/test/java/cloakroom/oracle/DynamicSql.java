package cloakroom.oracle;

import cloakroom.oracle.OracleTokens.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The statements that PL/SQL keeps in literals, after EXECUTE IMMEDIATE and OPEN … FOR: nobody but
 * the database would look into them otherwise. What is put in between literals is read as a name.
 *
 * @param line of the text around it, from 1
 */
record DynamicSql(int line, String statement) {
  private static final String ANY_NAME = " put_in_here ";
  private static final Set<String> ENDS = Set.of("into", "using", "bulk", "returning", ";", "then");

  static List<DynamicSql> in(String text) {
    List<Token> tokens = OracleTokens.of(text);
    List<DynamicSql> found = new ArrayList<>();
    for (int i = 1; i + 1 < tokens.size(); i++) {
      boolean begins =
          (tokens.get(i).is("immediate") && tokens.get(i - 1).is("execute"))
              || (tokens.get(i).is("for") && i > 1 && tokens.get(i - 2).is("open"));
      if (begins && tokens.get(i + 1).isLiteral()) {
        int line = Finding.lineOf(text, tokens.get(i + 1).offset());
        found.add(new DynamicSql(line, joined(tokens, i + 1)));
      }
    }
    return found;
  }

  private static String joined(List<Token> tokens, int from) {
    StringBuilder statement = new StringBuilder();
    boolean named = false;
    int depth = 0;
    for (Token token : tokens.subList(from, tokens.size())) {
      if (depth == 0 && !token.isLiteral() && ENDS.contains(token.text())) {
        break;
      }
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
      if (token.isLiteral() && depth == 0) {
        statement.append(token.text());
        named = false;
      } else if (!token.is("||") && !named) {
        statement.append(ANY_NAME);
        named = true;
      }
    }
    return statement.toString();
  }

  static boolean isPutIn(String name) {
    return name.equals(ANY_NAME.strip());
  }
}
