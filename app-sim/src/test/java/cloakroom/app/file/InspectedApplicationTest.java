package cloakroom.app.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.application.ApplicationDefinition;
import cloakroom.application.ModuleDefinition.AttributeDefinition;
import cloakroom.application.ModuleDefinition.ViewDefinition;
import cloakroom.application.PageDefinition;
import cloakroom.application.PageDefinition.ActionDefinition;
import cloakroom.application.SessionDefinition;
import cloakroom.contract.InspectionResult;
import cloakroom.contract.InspectionResult.InspectionFinding;
import cloakroom.contract.InspectionResult.StatementUse;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class InspectedApplicationTest {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  @TempDir private Path folder;
  private final List<StatementUse> statements = new ArrayList<>();
  private List<InspectionFinding> findings = List.of();

  private InspectedApplicationTest with(String statement, long executions) {
    statements.add(new StatementUse(statement, executions));
    return this;
  }

  /** Writes a result of 100 borrows. */
  private Path result() {
    InspectionResult.Cost cost = new InspectionResult.Cost(0, 0, 0);
    InspectionResult result =
        new InspectionResult(
            InspectionResult.SCHEMA,
            "",
            "",
            "",
            "POSTGRESQL",
            null,
            1,
            100,
            100,
            cost,
            Map.of(),
            Map.of(),
            findings,
            0,
            statements,
            7);
    ObjectNode json = MAPPER.valueToTree(result);
    return write(json.toString());
  }

  private Path write(String text) {
    try {
      return Files.writeString(folder.resolve("my inspector.json"), text);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private ApplicationDefinition read(String yaml) {
    return ApplicationFile.parse("inspected.yaml", yaml);
  }

  private static List<String> actions(PageDefinition page, String step) {
    return page.steps().get(step).actions().stream().map(ActionDefinition::view).toList();
  }

  @Test
  void yaml_queriesAndChanges_opensTheQueriesOfABorrow() {
    findings =
        List.of(
            new InspectionFinding(
                "temporaryTable", "cart", "temporaryRows", 9, "", "", 0, 0, List.of(), List.of()));
    with("select o.id, o.state, upper(o.name) as title from shop.orders o where o.id = ?", 210);
    with("select * from customers for update", 90);
    with("select name from customers where id in (select id from x)", 20);
    with("update orders set state = ? where id = ?", 20).with("INSERT into log values (?)", 5);
    with("{call audit(?)}", 3).with("with a as (select ?) select * from a", 1);

    String yaml = InspectedApplication.yaml(result());
    ApplicationDefinition application = read(yaml);

    Map<String, ViewDefinition> views = application.modules().get("InspectedModule").views();
    assertThat(views.keySet()).containsExactly("departments", "orders", "customers");
    assertThat(views.get("orders").rows()).isEqualTo(10);
    assertThat(views.get("orders").attributes())
        .extracting(AttributeDefinition::name)
        .containsExactly("c1", "state", "title");
    PageDefinition page = application.pages().get("requests");
    assertThat(actions(page, "open"))
        .containsExactly("departments", "orders", "orders", "customers");
    assertThat(actions(page, "read")).containsExactly("orders", "orders", "customers");
    assertThat(application.sessions().values())
        .extracting(SessionDefinition::name, SessionDefinition::weight)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("edit", 25),
            org.assertj.core.groups.Tuple.tuple("browse", 75));
    assertThat(yaml)
        .contains("3.21 queries", "0.25 changes per borrow (insert 0.05, update 0.20)")
        .contains("# 2.10 per borrow: select o.id")
        .contains("#   query below one execution, 0.20 per borrow: select name from customers")
        .contains("#   neither query nor change, 0.03 per borrow: {call audit(?)}")
        .contains("#   row locks of the query: select * from customers for update")
        .contains("#   columns of view customers: not in the text; 5 attributes")
        .contains("#   state left in the session, 9 times: temporaryTable cart")
        .contains("#   7 executions of further statements")
        .contains(
            "#   rows of each query, lengths and types of its columns: not counted; defaults");
  }

  @Test
  void yaml_onlyQueries_hasNoEntity() {
    ApplicationDefinition application =
        read(InspectedApplication.yaml(with("select count(*) from orders", 4).result()));

    assertThat(application.tables()).isEmpty();
    assertThat(application.sessions().keySet()).containsExactly("browse");
    assertThat(actions(application.pages().get("requests"), "open")).containsExactly("orders");
  }

  @Test
  void yaml_onlyChanges_hasNoStepRead() {
    ApplicationDefinition application =
        read(InspectedApplication.yaml(with("delete from orders", 400).result()));

    assertThat(application.pages().get("requests").steps().keySet()).doesNotContain("read");
    assertThat(application.sessions().get("edit").weight()).isEqualTo(100);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "select \"A\", b.\"x y\", 'z' from t | 3",
        "select a, (select b, c from d), e from t | 3",
        "select a, a, b as a from t | 3",
        "select ? | 1",
        "select a, b, c… | 5",
        "select t.* from t | 5",
        "values (?) | 5",
        "select a\u2028x: [, b from \"s\".\"T\" -- # | 2",
        "select on, yes, null, true from \"order\" | 4",
      })
  void yaml_anyQuery_isAccepted(String sql, int attributes) {
    ApplicationDefinition application = read(InspectedApplication.yaml(with(sql, 100).result()));

    ViewDefinition view =
        application.modules().get("InspectedModule").views().values().iterator().next();
    assertThat(view.attributes()).hasSize(attributes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[] | schema must be 3, not 0",
        "{ | must be a result of inspector.jar",
        "{\"schema\": 3} | must be a result of inspector.jar",
        "{\"schema\": 2} | inspect the application with this version's inspector.jar",
      })
  void yaml_otherFile_isRejected(String json, String why) {
    Path file = write(json);

    assertThatThrownBy(() -> InspectedApplication.yaml(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(file + ": ")
        .hasMessageContaining(why);
  }

  @Test
  void yaml_noStatements_isRejected() {
    Path none = result();
    assertThatThrownBy(() -> InspectedApplication.yaml(none)).hasMessageContaining("no statements");
    Path calls = with("{call x()}", 1).result();
    assertThatThrownBy(() -> InspectedApplication.yaml(calls)).hasMessageContaining("neither");
  }
}
