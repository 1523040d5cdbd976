package cloakroom.inspector;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.HeldKind;
import cloakroom.inspector.DatabaseSession.Product;
import cloakroom.oracle.OracleSyntax;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What can be said of the questions to the databases without a database. */
final class QuestionsTest {
  private static final Pattern TOLD = Pattern.compile("tell\\('(\\w+)'(?:, '(\\w+)')?");
  private static final Pattern SELECTED =
      Pattern.compile("(?:select|then|else) '([a-z][A-Za-z]+)'(?=,| end| else)");

  @Test
  void oracle_isAskedInItsWordsAndNames() {
    assertThat(OracleSyntax.errors(Product.ORACLE.question)).isEmpty();
  }

  @Test
  void oracle_tellsKnownKinds() {
    Matcher told = TOLD.matcher(Product.ORACLE.question);
    Set<String> kinds = new TreeSet<>();
    while (told.find()) {
      kinds.add(told.group(1).equals("notAvailable") ? told.group(2) : told.group(1));
    }
    kinds.remove("inTransaction");

    assertThat(kinds).hasSizeGreaterThan(6).allMatch(kind -> HeldKind.at(kind).isPresent());
  }

  @Test
  void postgresql_tellsKnownKinds() {
    Matcher selected = SELECTED.matcher(Product.POSTGRESQL.question + DatabaseSession.TRANSACTION);
    Set<String> kinds = new TreeSet<>();
    while (selected.find()) {
      kinds.add(selected.group(1));
    }
    kinds.remove("listedSettings");

    assertThat(kinds)
        .contains("postedChange", "openCursor", "transactionCursor", "listen")
        .hasSizeGreaterThan(8)
        .allMatch(kind -> HeldKind.at(kind).isPresent());
  }
}
