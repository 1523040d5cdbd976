package cloakroom.app;

import cloakroom.connection.Lease;
import cloakroom.module.ApplicationModule;

/** What all root modules do alike: one view object, and a connection while there is one. */
abstract class RootModule implements ApplicationModule {
  final ViewObject view;
  Lease lease;
  private final boolean setsContext;

  /**
   * A module without state.
   *
   * @param setsContext whether prepareSession writes whom the database session works for into it
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
    if (!view.isActive()) {
      return 0;
    }
    view.execute(lease);
    return 1;
  }

  /** Ends the database's transaction; what is pending in memory stays. */
  final void rollbackTransaction() {
    view.closeCursor();
    lease.rollback();
  }
}
