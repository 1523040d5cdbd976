package cloakroom.app;

import cloakroom.connection.Lease;
import cloakroom.module.ApplicationModule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Root application module with its view objects, masters before their details. Field {@code lease}
 * contains the module's borrowed connection; null while the module has none.
 */
abstract class RootModule implements ApplicationModule {
  final Map<String, ViewObject> views = new LinkedHashMap<>();
  Lease lease;
  private final boolean setsContext;

  RootModule(List<ViewQuery> queries, boolean setsContext) {
    queries.forEach(query -> views.put(query.view().name(), new ViewObject(query)));
    this.setsContext = setsContext;
  }

  @Override
  public void connect(Lease borrowed) {
    lease = borrowed;
  }

  @Override
  public final void disconnect() {
    closeCursors();
    lease = null;
  }

  @Override
  public final void prepareSession(String sessionId) {
    if (setsContext) {
      lease.context(sessionId);
    }
  }

  @Override
  public int reexecute() {
    int executed = 0;
    for (ViewObject view : views.values()) {
      if (view.active) {
        view.execute(lease);
        executed++;
      }
    }
    return executed;
  }

  /** Closes the cursors, which end with the transaction or the lease. */
  void closeCursors() {
    views.values().forEach(ViewObject::closeCursor);
  }

  final void rollbackTransaction() {
    closeCursors();
    lease.rollback();
  }
}
