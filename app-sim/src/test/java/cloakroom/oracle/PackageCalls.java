package cloakroom.oracle;

import cloakroom.oracle.OracleTokens.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Calls of Oracle's packages: the package, the name in it, and its parameters. */
final class PackageCalls {
  private final String text;
  private final List<Token> tokens;
  private final Consumer<Finding> findings;

  private PackageCalls(String text, Consumer<Finding> findings) {
    this.text = text;
    this.tokens = OracleTokens.of(text);
    this.findings = findings;
  }

  static void check(String text, Consumer<Finding> findings) {
    new PackageCalls(text, findings).check();
  }

  private void check() {
    for (int i = 0; i < tokens.size(); i++) {
      if (tokens.get(i).isWord() && tokens.get(i).text().matches("(dbms|utl|owa)_\\w+")) {
        use(i);
      }
      if (tokens.get(i).is("=") && i + 1 < tokens.size() && tokens.get(i + 1).is(">")) {
        report(i, "= > is no symbol: a parameter's value comes after =>");
      }
    }
  }

  private void use(int i) {
    String packageName = tokens.get(i).text();
    if (!OracleNames.packages().contains(packageName)) {
      report(i, packageName + " is not in " + OracleNames.PACKAGES + ", which has " + sorted());
    } else if (i + 2 < tokens.size() && tokens.get(i + 1).is(".")) {
      String name = packageName + "." + tokens.get(i + 2).text();
      List<List<String>> ways = OracleNames.calls(name);
      if (ways.isEmpty()) {
        report(
            i,
            name
                + " is not in "
                + OracleNames.PACKAGES
                + ", where "
                + packageName
                + " has "
                + String.join(", ", OracleNames.namesIn(packageName)));
      } else {
        arguments(i, name, ways);
      }
    }
  }

  private static String sorted() {
    return String.join(", ", OracleNames.packages().stream().sorted().toList());
  }

  private void arguments(int i, String name, List<List<String>> ways) {
    List<String> given = given(i + 3);
    List<String> problems = ways.stream().map(way -> problem(given, way)).toList();
    if (problems.stream().noneMatch(String::isEmpty)) {
      report(i, name + problems.get(0));
    }
  }

  /** Names of the arguments, empty for one that has no name. */
  private List<String> given(int open) {
    List<String> given = new ArrayList<>();
    if (open >= tokens.size() || !tokens.get(open).is("(")) {
      return given;
    }
    int depth = 1;
    boolean first = true;
    for (int i = open + 1; i < tokens.size() && depth > 0; i++) {
      Token token = tokens.get(i);
      if (first && !token.is(")")) {
        given.add(tokens.get(i + 1).is("=>") ? token.text() : "");
      }
      first = depth == 1 && token.is(",");
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
    }
    return given;
  }

  /** Empty if the arguments fit the parameters. */
  private static String problem(List<String> given, List<String> parameters) {
    List<String> open = new ArrayList<>(parameters);
    for (String name : given) {
      if (open.isEmpty()) {
        return " has " + parameters.size() + " parameters and is given " + given.size();
      }
      if (name.isEmpty()) {
        open.remove(0);
      } else if (!open.remove(name) && !open.remove(name + "?")) {
        return " has no parameter " + name + ", but " + String.join(", ", parameters);
      }
    }
    open.removeIf(parameter -> parameter.endsWith("?"));
    return open.isEmpty() ? "" : " is called without its parameter " + String.join(", ", open);
  }

  private void report(int token, String problem) {
    findings.accept(Finding.at(text, tokens.get(token).offset(), problem));
  }
}
