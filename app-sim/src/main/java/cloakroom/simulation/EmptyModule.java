package cloakroom.simulation;

import cloakroom.connection.Lease;
import cloakroom.module.ApplicationModule;
import cloakroom.state.ModuleState;
import java.util.List;

/** Application module without rows; each activation executes one query. */
public final class EmptyModule implements ApplicationModule {
  public static final String NAME = "module";

  public static final ModuleState STATE = new ModuleState(List.of(), List.of());

  @Override
  public void connect(Lease lease) {
    // runs no statement
  }

  @Override
  public void disconnect() {
    // has no cursor
  }

  @Override
  public void prepareSession(String sessionId) {
    // is part of what a request costs
  }

  @Override
  public ModuleState passivate() {
    return STATE;
  }

  @Override
  public int activate(ModuleState state) {
    return 1;
  }

  @Override
  public int reexecute() {
    return 1;
  }

  @Override
  public void reset() {
    // holds no state
  }
}
