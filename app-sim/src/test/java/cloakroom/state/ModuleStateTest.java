package cloakroom.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.state.ModuleState.EntityChange;
import cloakroom.state.ModuleState.ViewState;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** State is an immutable copy that permits null values. */
final class ModuleStateTest {
  private static Map<String, String> values(String name, String value) {
    return new HashMap<>(Collections.singletonMap(name, value));
  }

  private static ViewState view(
      Map<String, String> binds, Map<String, Map<String, String>> transients) {
    return new ViewState("view", true, null, null, binds, 0, 10, null, transients);
  }

  private static ViewState range(int start, int size) {
    return new ViewState("v", true, null, null, Map.of(), start, size, null, Map.of());
  }

  @Test
  void laterChangesOfWhatWasGiven_doNotReachTheState() {
    Map<String, String> binds = values("b", "1");
    Map<String, String> row = values("ticked", "true");
    Map<String, Map<String, String>> rows = new HashMap<>(Map.of("7", row));
    Map<String, String> custom = values("c", "1");
    List<ViewState> views = new ArrayList<>(List.of(view(binds, rows)));
    Map<String, String> read = values("a", "old");
    List<EntityChange> changes =
        new ArrayList<>(List.of(EntityChange.modified("e", "1", read, read)));
    ModuleState state = new ModuleState(views, changes, custom);

    binds.put("b", "2");
    row.put("ticked", "false");
    rows.clear();
    custom.clear();
    views.clear();
    changes.clear();
    read.clear();

    assertThat(state)
        .isEqualTo(
            new ModuleState(
                List.of(view(values("b", "1"), Map.of("7", values("ticked", "true")))),
                List.of(EntityChange.modified("e", "1", values("a", "old"), values("a", "old"))),
                values("c", "1")));
  }

  @Test
  void state_cannotBeChanged() {
    ViewState view = view(values("b", "1"), Map.of("7", values("t", "x")));
    EntityChange change = EntityChange.deleted("e", "1", values("a", "old"));
    ModuleState state = new ModuleState(List.of(view), List.of(change), values("c", "1"));

    for (Map<String, String> map :
        List.of(view.binds(), view.transients().get("7"), change.oldValues(), state.custom())) {
      assertThatThrownBy(() -> map.put("x", "y")).isInstanceOf(UnsupportedOperationException.class);
      assertThatThrownBy(map::clear).isInstanceOf(UnsupportedOperationException.class);
      assertThatThrownBy(() -> map.entrySet().iterator().next().setValue("y"))
          .isInstanceOf(UnsupportedOperationException.class);
    }
    assertThatThrownBy(() -> state.views().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void values_areAMapInTheOrderOfTheNames() {
    Map<String, String> given = new TreeMap<>(Collections.reverseOrder());
    given.putAll(Map.of("b", "2", "a", "1", "c", "3"));
    given.put("d", null);
    Map<String, String> binds = view(given, Map.of()).binds();

    assertThat(binds.keySet()).containsExactly("a", "b", "c", "d");
    assertThat(binds)
        .isEqualTo(given)
        .hasSameHashCodeAs(given)
        .hasToString("{a=1, b=2, c=3, d=null}");
    assertThat(binds.get("b")).isEqualTo("2");
    assertThat(binds.get("x")).isNull();
    assertThat(binds.get(null)).isNull();
    assertThat(binds.get((Object) 7)).isNull();
    assertThat(binds.containsKey("d")).isTrue();
    assertThat(binds.containsKey("x")).isFalse();
  }

  @Test
  void nullValues_areKept_nullNamesRefused() {
    assertThat(view(values("b", null), Map.of()).binds()).containsEntry("b", null);
    assertThatThrownBy(() -> view(values(null, "1"), Map.of()))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("name");
  }

  @Test
  void wrongPositionsAndRanges_areRefused() {
    assertThat(EntityChange.created("e", "-1", 3, Map.of()).position()).isEqualTo(3);
    assertThatThrownBy(
            () -> new EntityChange("e", "1", EntityChange.Kind.DELETED, 0, Map.of(), Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("position 0 of a DELETED row of e");
    assertThatThrownBy(() -> EntityChange.created("e", "-1", -2, Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("position -2");
    assertThatThrownBy(() -> range(-1, 10)).hasMessage("range of v: start -1, size 10");
    assertThatThrownBy(() -> range(0, 0)).hasMessage("range of v: start 0, size 0");
  }
}
