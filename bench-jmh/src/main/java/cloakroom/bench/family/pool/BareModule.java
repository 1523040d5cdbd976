package cloakroom.bench.family.pool;

import cloakroom.connection.Lease;
import cloakroom.module.ApplicationModule;
import cloakroom.module.SessionCookie;
import cloakroom.state.ModuleState;
import java.util.List;

/** A module without anything in it, so that what is measured is its pool. */
final class BareModule implements ApplicationModule {
  static final String NAME = "BareModule";
  static final ModuleState STATE = new ModuleState(List.of(), List.of());

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public void connect(Lease lease) {
    // works on nothing
  }

  @Override
  public void disconnect() {
    // has nothing open
  }

  @Override
  public void prepareSession(SessionCookie cookie) {
    // every session will do
  }

  @Override
  public ModuleState passivate() {
    return STATE;
  }

  @Override
  public int activate(ModuleState state) {
    return 0;
  }

  @Override
  public int reexecute() {
    return 0;
  }

  @Override
  public void reset() {
    // is empty
  }
}
