package cloakroom.app;

import cloakroom.module.ApplicationModule;

/** A root module whose transaction a failed request can end. */
interface Transactional extends ApplicationModule {

  /** Ends the database's transaction; what is pending in memory stays. */
  void rollbackTransaction();
}
