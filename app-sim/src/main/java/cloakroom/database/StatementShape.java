package cloakroom.database;

import cloakroom.database.SqlScript.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What the words and brackets of a statement so far say about the semicolons in it. */
final class StatementShape {
  private static final int WORDS_KEPT = 6;
  private static final Set<String> ROUTINES = Set.of("function", "procedure");
  private static final Set<String> PLSQL_UNITS =
      Set.of("function", "procedure", "package", "trigger", "type", "library");
  private static final Set<String> BETWEEN =
      Set.of("or", "replace", "editionable", "noneditionable", "and", "compile");

  private final List<String> words = new ArrayList<>();
  private int brackets;
  private int bodies;
  private boolean copyFromStdin;
  private String previous = "";

  void word(String word) {
    if (words.size() < WORDS_KEPT) {
      words.add(word);
    }
    copyFromStdin |= previous.equals("from") && word.equals("stdin") && first().equals("copy");
    countBodies(word);
    previous = word;
  }

  /** Bodies in standard SQL, {@code begin atomic … end}: psql counts in just this way. */
  private void countBodies(String word) {
    if (!ROUTINES.contains(kindCreated())) {
      return;
    }
    if (word.equals("begin") || (word.equals("case") && bodies > 0)) {
      bodies++;
    } else if (word.equals("end") && bodies > 0) {
      bodies--;
    }
  }

  void symbol(char c) {
    if (c == '(') {
      brackets++;
    } else if (c == ')' && brackets > 0) {
      brackets--;
    }
  }

  boolean endsAtSemicolon(Dialect dialect) {
    return dialect == Dialect.PSQL ? brackets == 0 && bodies == 0 : !isPlSql();
  }

  private boolean isPlSql() {
    return first().equals("begin")
        || first().equals("declare")
        || PLSQL_UNITS.contains(kindCreated());
  }

  private String kindCreated() {
    return first().equals("create")
        ? words.stream().skip(1).filter(word -> !BETWEEN.contains(word)).findFirst().orElse("")
        : "";
  }

  private String first() {
    return words.isEmpty() ? "" : words.get(0);
  }

  boolean isCopyFromStdin() {
    return copyFromStdin;
  }
}
