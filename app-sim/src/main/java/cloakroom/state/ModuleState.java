package cloakroom.state;

import java.util.List;
import java.util.Map;

/**
 * Everything an application module has to remember of its session: view objects, pending changes
 * and custom data; never rows that a query can find again (SM10-004).
 *
 * @param views the view objects that have anything to remember, in the module's order
 * @param changes pending changes, in the order in which they were made
 * @param custom what the module itself chose to keep, by name and in the order of the names; a
 *     value may be null (SM10-005)
 */
public record ModuleState(
    List<ViewState> views, List<EntityChange> changes, Map<String, String> custom) {

  /** Copies all three. */
  public ModuleState {
    views = List.copyOf(views);
    changes = List.copyOf(changes);
    custom = NamedValues.of(custom);
  }

  /** State without custom data. */
  public ModuleState(List<ViewState> views, List<EntityChange> changes) {
    this(views, changes, Map.of());
  }
}
