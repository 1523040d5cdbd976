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

final class QuestionsTest {
  private static final Pattern REPORTED = Pattern.compile("add_item\\('(\\w+)'(?:, '(\\w+)')?");
  private static final Pattern SELECTED =
      Pattern.compile("(?:select|then|else) '([a-z][A-Za-z]+)'(?=,| end| else)");

  @Test
  void oracle_queryHasOraclesSyntax() {
    assertThat(OracleSyntax.errors(Product.ORACLE.query)).isEmpty();
  }

  @Test
  void oracle_queryReportsKnownKinds() {
    Matcher reported = REPORTED.matcher(Product.ORACLE.query);
    Set<String> kinds = new TreeSet<>();
    while (reported.find()) {
      kinds.add(reported.group(1).equals("unavailable") ? reported.group(2) : reported.group(1));
    }
    kinds.remove("inTransaction");

    assertThat(kinds).hasSizeGreaterThan(6).allMatch(kind -> HeldKind.at(kind).isPresent());
  }

  @Test
  void postgresql_queryReportsKnownKinds() {
    Matcher selected = SELECTED.matcher(Product.POSTGRESQL.query + DatabaseSession.TRANSACTION);
    Set<String> kinds = new TreeSet<>();
    while (selected.find()) {
      kinds.add(selected.group(1));
    }
    kinds.removeAll(Set.of("listedSettings", "unavailable"));

    assertThat(kinds)
        .contains("postedChange", "openCursor", "transactionCursor", "listen")
        .hasSizeGreaterThan(8)
        .allMatch(kind -> HeldKind.at(kind).isPresent());
  }
}
