package cloakroom.state;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Everything an application module has to remember of its session: active view objects, pending
 * changes and custom data.
 *
 * @param views the active view objects, in the module's order
 * @param changes pending changes, in the order in which they were made
 * @param custom what the module itself chose to keep, by name
 */
public record ModuleState(
    List<ViewState> views, List<EntityChange> changes, SortedMap<String, String> custom) {

  /** Copies all three. */
  public ModuleState {
    views = List.copyOf(views);
    changes = List.copyOf(changes);
    custom = Collections.unmodifiableSortedMap(new TreeMap<>(custom));
  }

  /** State without custom data. */
  public ModuleState(List<ViewState> views, List<EntityChange> changes) {
    this(views, changes, new TreeMap<>(Map.of()));
  }
}
