package cloakroom.app;

import cloakroom.connection.Lease;
import cloakroom.module.ApplicationModule;

/** Root module with one view object, and with a connection or none. */
abstract class RootModule implements ApplicationModule {
  final ViewObject view;
  Lease lease;
  private final boolean setsContext;

  /**
   * Creates a module without state.
   *
   * @param setsContext whether prepareSession writes the session id into the database session
   */
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

  /** Rolls back the database transaction; uncommitted changes in memory remain. */
  final void rollbackTransaction() {
    view.closeCursor();
    lease.rollback();
  }
}
