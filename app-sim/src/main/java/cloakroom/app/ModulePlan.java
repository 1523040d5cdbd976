package cloakroom.app;

import cloakroom.application.ModuleDefinition;
import java.util.List;

/**
 * Module of the definition, prepared once for all its instances.
 *
 * @param details by view object the positions of its details, and of their details
 * @param stateBytes average size of the module's state as XML, in bytes
 */
public record ModulePlan(
    String name,
    List<ViewQuery> views,
    List<EntitySql> entities,
    List<List<Integer>> details,
    int stateBytes) {
  private static final int FRAME_BYTES = 250; // snapshot without view objects

  public static ModulePlan of(ModuleDefinition module) {
    List<ViewQuery> views = ViewQuery.of(module);
    List<String> names = List.copyOf(module.views().keySet());
    List<List<Integer>> details =
        names.stream()
            .map(name -> module.withDetails(name).stream().skip(1).map(names::indexOf).toList())
            .toList();
    return new ModulePlan(
        module.name(),
        views,
        module.entities().values().stream().map(EntitySql::new).toList(),
        details,
        FRAME_BYTES + views.stream().mapToInt(ViewQuery::stateBytes).sum());
  }
}
