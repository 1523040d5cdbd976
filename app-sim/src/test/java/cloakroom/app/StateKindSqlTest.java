package cloakroom.app;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.app.StateKindSql.DatabasePlace;
import cloakroom.app.StateKindSql.NamedSql;
import cloakroom.app.file.ApplicationFile;
import cloakroom.contract.DatabaseKind;
import cloakroom.contract.SchemaName;
import cloakroom.contract.StateKind;
import cloakroom.oracle.OracleSyntax;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StateKindSqlTest {
  private static final Set<StateKind> IN_A_PLACE =
      EnumSet.complementOf(
          EnumSet.of(StateKind.VIEW_STATE, StateKind.PENDING_CHANGE, StateKind.UPLOAD));
  private static final Pattern CALL = Pattern.compile("cloakroom_state_kinds\\.(\\w+)");
  private static final Pattern DECLARED = Pattern.compile("(?:PROCEDURE|FUNCTION) (\\w+)");

  @Test
  void of_names_becomeBinds() {
    NamedSql statement = NamedSql.of("select (:value)::text, :user, x::oid from t where u = :user");

    assertThat(statement.text()).isEqualTo("select (?)::text, ?, x::oid from t where u = ?");
    assertThat(statement.binds()).containsExactly("value", "user", "user");
  }

  @Test
  void forUrl_returnsDialect() {
    assertThat(StateKindSql.forUrl("jdbc:oracle:thin:@//h:1521/s")).isSameAs(StateKindSql.ORACLE);
    assertThat(StateKindSql.forUrl("jdbc:postgresql://h/d")).isSameAs(StateKindSql.POSTGRESQL);
  }

  @Test
  void places_containEveryKind() {
    for (StateKindSql sql : List.of(StateKindSql.ORACLE, StateKindSql.POSTGRESQL)) {
      for (StateKind kind : IN_A_PLACE) {
        DatabasePlace place = sql.places().get(kind);
        assertThat(place).as(kind.key()).isNotNull();
        assertThat(place.write().stream().flatMap(s -> s.binds().stream())).contains("value");
      }
    }
  }

  @Test
  void oracle_callsDeclaredProcedures() throws IOException {
    String script = resource("sql/oracle/06-state-kinds.sql");
    String specification =
        script.substring(
            script.indexOf("CREATE PACKAGE cloakroom_state_kinds"),
            script.indexOf("CREATE OR REPLACE PACKAGE BODY"));

    assertThat(names(CALL, String.join("\n", oracleTexts().toList())))
        .isEqualTo(names(DECLARED, specification));
  }

  @Test
  void oracle_statementsAreValid() {
    Stream<String> pages =
        Stream.of(ApplicationFile.DEFAULT, "typical")
            .flatMap(name -> ApplicationFile.read(name).modules().values().stream())
            .flatMap(module -> texts(ModulePlan.of(module)));

    assertThat(Stream.concat(oracleTexts(), pages))
        .hasSizeGreaterThan(15)
        .map(SchemaName.OF_USER::in)
        .allSatisfy(text -> assertThat(OracleSyntax.errors(text)).isEmpty());
  }

  private static Stream<String> texts(ModulePlan module) {
    Stream<String> queries =
        module.views().stream()
            .map(view -> view.sql() == null ? view.generated(DatabaseKind.ORACLE) : view.sql());
    return Stream.concat(
        queries, module.entities().values().stream().flatMap(entity -> entity.texts().stream()));
  }

  private static Stream<String> oracleTexts() {
    Stream<NamedSql> places =
        IN_A_PLACE.stream()
            .map(StateKindSql.ORACLE.places()::get)
            .flatMap(
                place ->
                    Stream.of(
                            place.write().stream(),
                            Stream.of(place.read()),
                            place.forget().stream())
                        .flatMap(statements -> statements));
    return Stream.concat(places, StateKindSql.ORACLE.upload().values().stream())
        .map(NamedSql::text);
  }

  private static Set<String> names(Pattern pattern, String text) {
    Set<String> names = new TreeSet<>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      names.add(matcher.group(1).toLowerCase(Locale.ROOT));
    }
    return names;
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = StateKindSqlTest.class.getClassLoader().getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
