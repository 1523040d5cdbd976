package cloakroom.oracle;

import cloakroom.oracle.OracleTokens.Token;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Names that only privileged scripts use, where the grammar takes any word: parameters of the
 * instance, and privileges and views in grants.
 */
final class PrivilegedNames {
  private static final Set<String> ON_OBJECTS =
      Set.of("select", "read", "insert", "update", "delete", "execute");

  private PrivilegedNames() {}

  static void check(String text, Consumer<Finding> findings) {
    List<Token> tokens = OracleTokens.of(text);
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (token.is("set") && i >= 2 && tokens.get(i - 1).is("system") && i + 1 < tokens.size()) {
        parameter(text, tokens.get(i + 1), findings);
      }
      if (token.is("grant") && i + 2 < tokens.size() && tokens.get(i + 2).is("on")) {
        privilege(text, tokens.get(i + 1), findings);
      }
      String view = token.text().replaceFirst("^v_\\$", "v\\$");
      if (token.isWord() && view.startsWith("v$") && !OracleNames.columns().containsKey(view)) {
        findings.accept(
            Finding.at(text, token.offset(), token.text() + " is not in " + OracleNames.VIEWS));
      }
    }
  }

  private static void privilege(String text, Token name, Consumer<Finding> findings) {
    if (!ON_OBJECTS.contains(name.text())) {
      findings.accept(
          Finding.at(text, name.offset(), name.text() + " is no privilege on an object"));
    }
  }

  private static void parameter(String text, Token name, Consumer<Finding> findings) {
    if (!OracleNames.isInstanceParameter(name.text()) && !DynamicSql.isPutIn(name.text())) {
      findings.accept(
          Finding.at(text, name.offset(), name.text() + " is not in oracle/parameters.txt"));
    }
  }
}
