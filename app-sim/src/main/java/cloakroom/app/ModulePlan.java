package cloakroom.app;

import cloakroom.application.ModuleDefinition;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Module of the definition, prepared once for all its instances.
 *
 * @param details by view object its details, and their details
 * @param stateBytes average size of the module's state as XML, in bytes
 */
public record ModulePlan(
    String name,
    List<ViewQuery> views,
    Map<String, EntitySql> entities,
    Map<String, List<String>> details,
    int stateBytes) {
  private static final int FRAME_BYTES = 250; // snapshot without view objects

  public static ModulePlan of(ModuleDefinition module) {
    List<ViewQuery> views = ViewQuery.of(module);
    Map<String, EntitySql> entities = new HashMap<>();
    module.entities().forEach((name, entity) -> entities.put(name, new EntitySql(entity)));
    Map<String, List<String>> details = new HashMap<>();
    for (String view : module.views().keySet()) {
      details.put(view, module.withDetails(view).stream().skip(1).toList());
    }
    return new ModulePlan(
        module.name(),
        views,
        entities,
        details,
        FRAME_BYTES + views.stream().mapToInt(ViewQuery::stateBytes).sum());
  }
}
