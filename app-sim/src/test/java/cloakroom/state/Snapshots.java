package cloakroom.state;

import cloakroom.state.ModuleState.EntityChange;
import cloakroom.state.ModuleState.ViewState;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

final class Snapshots {
  private Snapshots() {}

  /** Generator of snapshots with few view objects and changes and arbitrary strings. */
  static Arbitrary<Snapshot> any() {
    Arbitrary<Map<String, String>> values = values(text().injectNull(0.1));
    Arbitrary<ModuleState> states =
        Combinators.combine(views().list().ofMaxSize(3), changes().list().ofMaxSize(3), values)
            .as(ModuleState::new);
    return Combinators.combine(text(), text(), Arbitraries.longs().greaterOrEqual(0), states)
        .as(Snapshot::new);
  }

  static Arbitrary<String> text() {
    Arbitrary<String> chars =
        Arbitraries.frequencyOf(
            Tuple.of(6, characters('a', 'f')),
            Tuple.of(1, characters(0, Character.MIN_SURROGATE - 1)),
            Tuple.of(1, characters(Character.MAX_SURROGATE + 1, Character.MAX_CODE_POINT)),
            Tuple.of(1, Arbitraries.of("\\", "<", "&", "\"", "\n", "\0")));
    Arbitrary<String> usual = chars.list().ofMaxSize(12).map(all -> String.join("", all));
    Arbitrary<String> repeated =
        Combinators.combine(usual, Arbitraries.integers().between(1, 60)).as(String::repeat);
    return Arbitraries.frequencyOf(Tuple.of(9, usual), Tuple.of(1, repeated));
  }

  private static Arbitrary<String> characters(int first, int last) {
    return Arbitraries.integers().between(first, last).map(Character::toString);
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
        Combinators.combine(text(), values, starts, sizes, optional)
            .as(
                (name, binds, start, size, key) ->
                    new ViewState(name, true, null, null, binds, start, size, key, Map.of()));
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
            .as(
                (entity, key, kind, old, now) ->
                    new EntityChange(entity, key, kind, EntityChange.NO_POSITION, old, now));
    return Arbitraries.oneOf(placed, others);
  }

  /** Small snapshot with every kind of element. */
  static Snapshot golden() {
    Map<String, String> binds = new TreeMap<>();
    binds.put("dept", "10");
    binds.put("name", null);
    Map<String, Map<String, String>> rows = Map.of("7839", Map.of("Ticked", "true"));
    ViewState employees =
        new ViewState("Emp", true, "sal > :min", "ename", binds, 300, 10, "7839", rows);
    ViewState departments =
        new ViewState("Dept", false, null, null, Map.of(), 0, 25, null, Map.of());
    List<EntityChange> changes =
        List.of(
            EntityChange.modified("Emp", "7839", Map.of("Sal", "5000"), Map.of("Sal", "5\u20AC")),
            EntityChange.created("Emp", "-1", 2, Map.of("Sal", "\uD83D\uDE00")),
            EntityChange.deleted("Dept", "40", Map.of()));
    ModuleState state =
        new ModuleState(List.of(employees, departments), changes, Map.of("note", ""));
    return new Snapshot("HrModule", "session-1", 5, state);
  }

  static Snapshot empty() {
    return new Snapshot("", "", 0, new ModuleState(List.of(), List.of()));
  }

  static Snapshot typical() {
    return AdfLikeState.of(1, 1);
  }
}
