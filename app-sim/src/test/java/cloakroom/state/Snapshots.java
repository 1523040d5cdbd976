package cloakroom.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Snapshots for tests: every one that can be, and some that are always the same. */
final class Snapshots {
  private Snapshots() {}

  /** Any snapshot of a few view objects and changes, with any string in any place. */
  static Arbitrary<Snapshot> any() {
    Arbitrary<Map<String, String>> values = values(text().injectNull(0.1));
    Arbitrary<ModuleState> states =
        Combinators.combine(views().list().ofMaxSize(3), changes().list().ofMaxSize(3), values)
            .as(ModuleState::new);
    return Combinators.combine(text(), text(), Arbitraries.longs().greaterOrEqual(0), states)
        .as(Snapshot::new);
  }

  /**
   * Any string: any char, also half a surrogate pair, now and then one that is long or a number.
   */
  static Arbitrary<String> text() {
    Arbitrary<Character> chars =
        Arbitraries.frequencyOf(
            Tuple.of(6, Arbitraries.chars().range('a', 'f')),
            Tuple.of(2, Arbitraries.chars().range((char) 0, '\uFFFF')),
            Tuple.of(1, Arbitraries.chars().range('\uD800', '\uDFFF')),
            Tuple.of(1, Arbitraries.chars().with('\\', '<', '&', '"', '\n', '\0')));
    Arbitrary<String> usual = chars.list().ofMaxSize(12).map(Snapshots::joined);
    Arbitrary<String> repeated =
        Combinators.combine(usual, Arbitraries.integers().between(1, 60)).as(String::repeat);
    Arbitrary<String> numbers =
        Arbitraries.of("0", "7", "65536", "-1", "007", "19.90", "0.5", "2026-11-21", "2026-13-21")
            .withoutEdgeCases();
    return Arbitraries.frequencyOf(Tuple.of(7, usual), Tuple.of(1, repeated), Tuple.of(2, numbers));
  }

  private static String joined(List<Character> chars) {
    StringBuilder text = new StringBuilder();
    chars.forEach(text::append);
    return text.toString();
  }

  private static Arbitrary<Map<String, String>> values(Arbitrary<String> value) {
    return Arbitraries.maps(text(), value).ofMaxSize(4);
  }

  private static Arbitrary<ViewState> views() {
    Arbitrary<String> optional = text().injectNull(0.3);
    Arbitrary<Map<String, String>> values = values(optional);
    Arbitrary<Integer> starts = Arbitraries.integers().greaterOrEqual(0);
    Arbitrary<Integer> sizes = Arbitraries.integers().greaterOrEqual(1);
    Arbitrary<Map<String, Map<String, String>>> transients =
        Arbitraries.maps(text(), values).ofMaxSize(2);
    Arbitrary<ViewState> plain =
        Combinators.combine(text(), values, starts, sizes, optional).as(ViewState::new);
    return Combinators.combine(plain, optional, optional, transients, Arbitraries.of(true, false))
        .as(
            (view, where, orderBy, rows, active) ->
                new ViewState(
                    view.viewObject(),
                    active,
                    where,
                    orderBy,
                    view.binds(),
                    view.rangeStart(),
                    view.rangeSize(),
                    view.currentKey(),
                    rows));
  }

  private static Arbitrary<EntityChange> changes() {
    Arbitrary<Map<String, String>> values = values(text().injectNull(0.1));
    Arbitrary<EntityChange> placed =
        Combinators.combine(text(), text(), Arbitraries.integers().greaterOrEqual(0), values)
            .as(EntityChange::created);
    Arbitrary<EntityChange> others =
        Combinators.combine(text(), text(), Arbitraries.of(EntityChange.Kind.class), values, values)
            .as(EntityChange::new);
    return Arbitraries.oneOf(placed, others);
  }

  /** One of everything, small enough to be written down byte by byte. */
  static Snapshot golden() {
    Map<String, String> binds = new TreeMap<>();
    binds.put("dept", "10");
    binds.put("name", null);
    ViewState employees =
        new ViewState(
            "Emp",
            true,
            "sal > :min",
            "ename",
            binds,
            300,
            10,
            "7839",
            Map.of("7839", Map.of("Ticked", "true")));
    ViewState departments =
        new ViewState("Dept", false, null, null, Map.of(), 0, 25, null, Map.of());
    return new Snapshot(
        "HrModule",
        "session-1",
        5,
        new ModuleState(
            List.of(employees, departments),
            List.of(
                EntityChange.modified(
                    "Emp", "7839", Map.of("Sal", "5000"), Map.of("Sal", "5\u20AC")),
                EntityChange.created("Emp", "-1", 2, Map.of("Sal", "\uD800")),
                EntityChange.deleted("Dept", "40", Map.of())),
            Map.of("note", "")));
  }

  /** A snapshot of nothing. */
  static Snapshot empty() {
    return new Snapshot("", "", 0, new ModuleState(List.of(), List.of()));
  }

  /** What an application of some size leaves: 30 view objects, 20 pending rows of 10 attributes. */
  static Snapshot typical() {
    List<ViewState> views = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      views.add(typicalView(i));
    }
    List<EntityChange> changes = new ArrayList<>();
    for (int row = 0; row < 20; row++) {
      changes.add(typicalChange(row));
    }
    Map<String, String> custom = Map.of("currentTask", "employees/edit", "locale", "en_GB");
    return new Snapshot(
        "HrServiceModule",
        "01hf3k9s6c2v8w4m7x5q0zbn1t",
        42,
        new ModuleState(views, changes, custom));
  }

  private static ViewState typicalView(int i) {
    boolean searched = i % 3 == 0;
    return new ViewState(
        "EmployeesView" + i,
        i % 5 != 4,
        searched ? "last_name like :bindLastName and salary >= :bindSalary" : null,
        searched ? "last_name, employee_id" : null,
        searched
            ? Map.of("bindLastName", "K%", "bindSalary", "2500")
            : Map.of("bindDepartment", Integer.toString(10 * i)),
        i * 10,
        25,
        Integer.toString(100_000 + i),
        i % 10 == 0 ? Map.of(Integer.toString(100_000 + i), Map.of("Selected", "true")) : Map.of());
  }

  private static EntityChange typicalChange(int row) {
    Map<String, String> read = new HashMap<>();
    read.put("EmployeeId", Integer.toString(100_000 + row));
    read.put("FirstName", "Katharina");
    read.put("LastName", "Employee " + row);
    read.put("Email", "EMPLOYEE" + row + "@example.com");
    read.put("PhoneNumber", "+44.1344.429" + (100 + row));
    read.put("HireDate", "2011-11-0" + (1 + row % 9));
    read.put("JobId", "SA_REP");
    read.put("Salary", Integer.toString(2500 + 100 * row));
    read.put("CommissionPct", null);
    read.put("DepartmentId", Integer.toString(10 * row));
    if (row % 10 == 8) {
      return EntityChange.created("Employees", "-" + row, row, read);
    }
    if (row % 10 == 9) {
      return EntityChange.deleted("Employees", Integer.toString(100_000 + row), read);
    }
    Map<String, String> changed = new HashMap<>(read);
    changed.put("LastName", "Of session " + row);
    changed.put("Salary", Integer.toString(2600 + 100 * row));
    return EntityChange.modified("Employees", Integer.toString(100_000 + row), read, changed);
  }
}
