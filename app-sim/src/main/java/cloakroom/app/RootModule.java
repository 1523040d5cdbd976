package cloakroom.app;

import cloakroom.connection.Lease;
import cloakroom.module.ApplicationModule;

/**
 * Root application module with one view object. Field {@code lease} contains the module's borrowed
 * connection; null while the module has none.
 */
abstract class RootModule implements ApplicationModule {
  final ViewObject view;
  Lease lease;
  private final boolean setsContext;

  RootModule(ViewObject view, boolean setsContext) {
    this.view = view;
    this.setsContext = setsContext;
  }

  @Override
  public void connect(Lease borrowed) {
    lease = borrowed;
  }

  @Override
  public final void disconnect() {
    view.closeCursor();
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
    if (!view.active) {
      return 0;
    }
    view.execute(lease);
    return 1;
  }

  final void rollbackTransaction() {
    view.closeCursor();
    lease.rollback();
  }
}
