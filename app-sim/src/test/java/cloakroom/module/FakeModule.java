package cloakroom.module;

import cloakroom.connection.Lease;
import cloakroom.state.ModuleState;
import cloakroom.state.ModuleState.ViewState;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Module whose state is one text, with its session and a serial number. */
final class FakeModule implements ApplicationModule {
  static final String NAME = "FakeModule";
  private static final String STATE = "state";

  Lease lease;
  String state = "";
  boolean refusesToActivate;

  /** Name of the method that fails. */
  String failsAt = "";

  @Override
  public void connect(Lease borrowed) {
    lease = borrowed;
  }

  @Override
  public void disconnect() {
    failAt("disconnect");
    lease = null;
  }

  @Override
  public void prepareSession(String sessionId) {
    // nothing to prepare
  }

  @Override
  public ModuleState passivate() {
    failAt("passivate");
    return new ModuleState(
        List.of(new ViewState("view", true, null, null, Map.of(), 0, 1, null, Map.of())),
        List.of(),
        new TreeMap<>(Map.of(STATE, state)));
  }

  @Override
  public int activate(ModuleState passivated) {
    failAt("activate");
    if (refusesToActivate) {
      throw new IllegalStateException("told to refuse");
    }
    state = passivated.custom().get(STATE);
    return passivated.views().size();
  }

  @Override
  public int reexecute() {
    return 1;
  }

  @Override
  public void reset() {
    failAt("reset");
    state = "";
  }

  private void failAt(String method) {
    if (failsAt.equals(method)) {
      throw new AssertionError("told to fail");
    }
  }
}
