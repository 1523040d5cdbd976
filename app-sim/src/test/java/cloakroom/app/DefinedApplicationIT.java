package cloakroom.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.app.PageAnswer.PageRow;
import cloakroom.app.file.ApplicationFile;
import cloakroom.application.ApplicationDefinition;
import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.Lease;
import cloakroom.connection.PoolKind;
import cloakroom.contract.Counter;
import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import cloakroom.module.TierCounters;
import cloakroom.passivation.PsTxnDialect;
import cloakroom.passivation.PsTxnStore;
import cloakroom.policy.Preset;
import cloakroom.state.ModuleState;
import cloakroom.state.ModuleState.ViewState;
import cloakroom.state.Snapshot;
import cloakroom.state.SnapshotCodecs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** Module with master and detail, of which each request finds the state in another instance. */
@ParameterizedClass
@CsvSource({
  "STICKY, 10, all, optimistic",
  "RELEASE_IN_MEMORY, 1, needed, pessimistic",
  "RELEASE_PASSIVATE, 1, all, optimistic",
  "RELEASE_PASSIVATE, 1, needed, pessimistic"
})
class DefinedApplicationIT {
  private static final Database DATABASE = TestDatabase.newSchema();
  private static final String YAML =
      """
      application: shop
      modules:
        ShopModule:
          entities:
            orders:
              table: departments
              key: department_id
              sequence: line_seq
              attributes: {department_name: text(60), location_id: integer}
            lines:
              table: employees
              key: employee_id
              sequence: line_seq
              attributes:
                {last_name: text(60), email: text(60), hire_date: date, job_id: text(10),
                 salary: number(8), department_id: integer}
          views:
            orders:
              {entity: orders, where: "department_id >= :user", order: department_id, range: 2,
               attributes: [department_name], transient: {note: text(8)}}
            lines:
              {entity: lines, where: "department_id = :order", order: employee_id, range: 3,
               binds: {order: {from: orders.department_id}}, transient: {selected: text(5)}}
            cities:
              {rows: 5, range: 2, attributes: {name: text(12), size: integer, price: number(6),
               founded: date, seen: timestamp}}
            total:
              {query: "select count(*) from cloakroom.employees where job_id = :job and salary > :pay",
               attributes: {lines: integer}, binds: {job: {value: SA_REP}, pay: {value: "2.5"}}}
      pages:
        order:
          module: ShopModule
          shows: orders.department_name
          steps:
            open: [query orders, query cities, query total]
            next: [next orders, next cities]
            edit: [set lines.salary, set lines.last_name, wait 1us]
            add: [insert lines]
            drop: [delete lines]
            mix: [insert lines, insert orders, delete lines, insert orders]
            change: [set orders.department_name]
            commit: [commit]
            rollback: [rollback]
        lines:
          module: ShopModule
          shows: lines.last_name
          steps: {open: [query orders], show: [wait 1us], search: [find lines.last_name]}
      sessions: {edit: {weight: 1, visits: [{page: order, repeat: [edit, change, commit]}]}}
      """;

  @TempDir private Path directory;
  private final TierCounters counts = new TierCounters();
  private final UserSession ann = new UserSession("session-ann", 3);
  private final UserSession bob = new UserSession("session-bob", 7);
  private final Preset preset;
  private final String threshold;
  private final String queries;
  private final String locking;
  private ApplicationDefinition definition;
  private ConnectionSource connections;
  private PooledApplication application;
  private boolean losesAnswers;

  DefinedApplicationIT(Preset preset, String threshold, String queries, String locking) {
    this.preset = preset;
    this.threshold = threshold;
    this.queries = queries;
    this.locking = locking;
  }

  @BeforeAll
  static void createSequence() {
    TestDatabase.execute(DATABASE, "create sequence if not exists line_seq start 100000");
  }

  @BeforeEach
  void open() throws IOException {
    definition =
        ApplicationFile.read(
            Files.writeString(directory.resolve("shop file.yaml"), YAML).toString());
    connections =
        ConnectionSources.open(
            ConnectionSettings.to(DATABASE.url(), DATABASE.user(), DATABASE.password())
                .pool(PoolKind.HIKARI, 4)
                .build());
    application =
        new PooledApplication(
            definition,
            preset
                .policy()
                .with(
                    Map.of(
                        "jbo.recyclethreshold",
                        threshold,
                        "cloakroom.activation.reexecute",
                        queries,
                        "jbo.locking.mode",
                        locking)),
            LostAnswers.over(connections, () -> losesAnswers),
            new PsTxnStore(
                connections, PsTxnDialect.POSTGRESQL, PsTxnStore.WriteMode.ONE_STATEMENT),
            SnapshotCodecs.XML,
            counts,
            false,
            PageCost.NONE);
    Hr.open(application, ann, "order", 3);
  }

  @AfterEach
  void close() {
    application.close();
    connections.close();
  }

  /** Performs a step after another session has used the only instance. */
  private PageAnswer perform(String page, String step, String value) {
    Hr.open(application, bob, "order", 7);
    return Hr.perform(application, ann, page, step, value);
  }

  private PageAnswer perform(String step) {
    return perform("order", step, null);
  }

  private List<Long> lines() {
    return perform("lines", "show", null).rows().stream().map(PageRow::key).toList();
  }

  private static String ask(String sql) {
    return TestDatabase.ask(DATABASE, sql);
  }

  @Test
  void next_ofMaster_executesDetails() {
    assertThat(lines()).containsExactly(3L, 13L, 23L);

    PageAnswer next = perform("next");

    assertThat(next.key()).isEqualTo(5);
    assertThat(next.rangeStart()).isEqualTo(2);
    assertThat(lines()).containsExactly(5L, 15L, 25L);
  }

  @Test
  void changesOfEachKind_areCommittedOrRolledBack() {
    String table = "select md5(string_agg(t::text, ',' order by employee_id)) from employees t";
    String before = ask(table);
    assertThat(perform("edit"))
        .isEqualTo(new PageAnswer("order", 3, null, value(), null, true, null, null));
    perform("add");
    perform("order", "change", "x");
    assertThat(perform("rollback").changes()).isEqualTo(3);
    assertThat(ask(table)).isEqualTo(before);
    assertThat(counts.get(Counter.POSTED_ROWS)).isZero();

    perform("edit");
    perform("add");
    assertThat(perform("order", "change", "x").previous()).isEqualTo("Department 3");
    PageAnswer commit = perform("commit");

    assertThat(commit).isEqualTo(new PageAnswer("order", 3, null, "x", 3, false, null, null));
    assertThat(counts.get(Counter.POSTED_ROWS)).isEqualTo(3);
    String count = "select count(*) from employees where department_id = 3";
    assertThat(ask(count)).as("with the key of the master").isEqualTo("101");
    assertThat(ask("select length(last_name) from employees where employee_id = 3"))
        .isEqualTo("60");
    perform("edit");
    assertThat(perform("commit").changes()).as("numbers and dates compare by value").isEqualTo(1);

    perform("add");
    perform("drop");
    assertThat(perform("commit").changes()).as("a new row is forgotten").isZero();
    perform("drop");
    assertThat(perform("rollback").changes()).isEqualTo(1);
    perform("drop");
    assertThat(perform("commit").changes()).isEqualTo(1);
    assertThat(ask(count)).isEqualTo("100");
    perform("drop");
    assertThat(perform("commit").changes()).as("only rows of the session").isZero();
    perform("order", "change", "Department 3");
    perform("commit");
  }

  private static String value() {
    return ask("select department_name from departments where department_id = 3");
  }

  @Test
  void find_filtersRows_untilNextQuery() {
    String name = ask("select last_name from employees where employee_id = 13");
    assertThat(perform("lines", "search", name).key()).isEqualTo(13);
    assertThat(lines()).as("in another instance").containsExactly(13L);

    assertThatThrownBy(() -> perform("lines", "search", "nobody"))
        .hasMessageContaining("in view object lines with last_name \"nobody\"");

    assertThat(lines()).containsExactly(13L);
    perform("order", "next", null);
    assertThat(lines()).containsExactly(5L, 15L, 25L);
    assertThat(perform("lines", "search", null).key()).as("as the current row").isEqualTo(5);
    assertThat(lines()).containsExactly(5L);
  }

  @Test
  void pagesOfOneModule_shareInstanceAndConnection() {
    Hr.open(application, ann, "lines", 3);

    assertThat(application.pools())
        .singleElement()
        .satisfies(
            pool -> {
              assertThat(pool.statistics()).containsEntry(Counter.INSTANCES, 1L);
              assertThat(pool.statistics().get(Counter.CONNECTIONS_HELD))
                  .isEqualTo(preset == Preset.STICKY ? 1 : 0);
            });
  }

  /** Includes rows outside the range at activation, and new rows of two entities. */
  @Test
  void changesOfSeveralRows_keepTheirKeysInSnapshots() {
    perform("order", "change", "x");
    perform("next");
    perform("edit");
    perform("mix");
    perform("next");

    assertThat(perform("commit").changes()).isEqualTo(4);

    assertThat(value()).isEqualTo("x");
    assertThat(ask("select length(last_name) from employees where employee_id = 5"))
        .isEqualTo("60");
    String created = "select count(*) from departments where department_id >= 100000";
    assertThat(ask(created)).isEqualTo("2");
    assertThat(ask("select max(employee_id) < 100000 from employees")).isEqualTo("t");
    TestDatabase.execute(
        DATABASE,
        "delete from departments where department_id >= 100000",
        "update departments set department_name = 'Department 3' where department_id = 3");
  }

  @Test
  void commit_rowChangedByOther_isConflict() {
    perform("edit");
    TestDatabase.execute(
        DATABASE, "update employees set hire_date = hire_date + 1 where employee_id = 3");

    assertThatThrownBy(() -> perform("commit")).hasMessageContaining("JBO-25014");

    assertThat(perform("rollback").changes()).isEqualTo(1);
  }

  @Test
  void commit_responseLost_insertsRowOnce() {
    String count = "select count(*) from employees";
    long before = Long.parseLong(ask(count));
    perform("add");
    losesAnswers = true;
    assertThatThrownBy(() -> Hr.perform(application, ann, "order", "commit", null))
        .hasMessageContaining("the response was lost");
    losesAnswers = false;

    assertThatThrownBy(() -> perform("commit")).hasMessageContaining("roll back");

    assertThat(ask(count)).isEqualTo(Long.toString(before + 1));
    perform("rollback");
    TestDatabase.execute(DATABASE, "delete from employees where employee_id >= 100000");
  }

  @Test
  void state_containsTransientsOfVisibleRows() {
    inModule(
        module -> {
          module.open(application.pages().get("order"), 3);
          ModuleState state = module.passivate();
          assertThat(state.views())
              .extracting(ViewState::viewObject)
              .containsExactly("orders", "lines", "cities", "total");
          ViewState orders = state.views().get(0);
          assertThat(orders.transients()).containsOnlyKeys("3", "4");
          assertThat(orders.transients().get("4").get("note")).hasSize(8);
          assertThat(state.views().get(1).binds()).isEqualTo(Map.of("order", "3"));

          List<ViewState> changed = new ArrayList<>(state.views());
          changed.set(
              0,
              new ViewState(
                  "orders",
                  true,
                  null,
                  null,
                  orders.binds(),
                  0,
                  2,
                  "4",
                  Map.of("3", Map.of("note", "own"), "4", Map.of("note", "values"))));
          ModuleState own = new ModuleState(changed, List.of());
          module.reset();
          assertThat(module.activate(decoded(own))).isEqualTo(4);
          assertThat(module.passivate()).isEqualTo(own);
        });
  }

  private static ModuleState decoded(ModuleState state) {
    Snapshot snapshot = new Snapshot("ShopModule", "s", 1, state);
    return SnapshotCodecs.XML.decode(SnapshotCodecs.XML.encode(snapshot)).state();
  }

  @Test
  void generatedRows_haveLengthOfType() {
    inModule(
        module -> {
          module.open(application.pages().get("order"), 3);
          ViewObject cities = module.views.get("cities");
          assertThat(cities.rows).hasSize(2);
          assertThat(cities.current().key()).isEqualTo(1);
          assertThat(cities.current().values())
              .containsExactly(
                  "name 1xxxxxx", "1000000001", "100001", "2020-01-02", "2020-01-01 00:01:00");
          assertThat(module.views.get("total").current().values()).hasSize(1).doesNotContain("0");
        });
  }

  private void inModule(Consumer<DefinedModule> work) {
    try (Lease lease = connections.borrow()) {
      DefinedModule module =
          new DefinedModule(
              ModulePlan.of(definition.modules().get("ShopModule")),
              Preset.STICKY.policy(),
              false,
              counts,
              PageCost.NONE);
      module.connect(lease);
      work.accept(module);
      module.disconnect();
    }
  }
}
