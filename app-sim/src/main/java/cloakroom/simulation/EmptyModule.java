package cloakroom.simulation;

import cloakroom.connection.Lease;
import cloakroom.module.ApplicationModule;
import cloakroom.state.ModuleState;
import java.util.List;

/** Application module without data, used by the simulation. An activation counts as one query. */
public final class EmptyModule implements ApplicationModule {
  public static final String NAME = "module";
  public static final ModuleState STATE = new ModuleState(List.of(), List.of());

  @Override
  public void connect(Lease lease) {}

  @Override
  public void disconnect() {}

  @Override
  public void prepareSession(String sessionId) {}

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
  public void reset() {}
}
