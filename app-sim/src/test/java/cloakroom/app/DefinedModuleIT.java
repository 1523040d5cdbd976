package cloakroom.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import cloakroom.application.PageDefinition;
import cloakroom.connection.ConnectionException;
import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.Lease;
import cloakroom.connection.PoolKind;
import cloakroom.database.Database;
import cloakroom.database.TestDatabase;
import cloakroom.module.TierCounters;
import cloakroom.passivation.SnapshotStoreException;
import cloakroom.policy.Preset;
import cloakroom.state.ModuleState;
import cloakroom.state.ModuleState.ViewState;
import cloakroom.state.Snapshot;
import cloakroom.state.SnapshotCodecs;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DefinedModuleIT {
  private static final Map<String, PageDefinition> PAGES = Hr.APPLICATION.pages();
  private static final Database DATABASE = TestDatabase.newSchema();

  /** Includes an uncommitted change, and the state of a restored module. */
  @ParameterizedTest
  @CsvSource({"2048", "4096", "40960"})
  void stateSize_isSizeOfXmlSnapshot(int bytes) {
    for (PageDefinition page : PAGES.values()) {
      ModuleState changed = changedSession(page, bytes);
      ModuleState unchanged = new ModuleState(changed.views(), List.of());

      assertThat(weight(page, changed)).isCloseTo(bytes, withinPercentage(10));
      assertThat(weight(page, unchanged)).isCloseTo(bytes, withinPercentage(10));
      assertThat(changed.views().stream().skip(1)).noneMatch(ViewState::active);
      inSession(
          page,
          bytes,
          module -> {
            assertThat(module.activate(changed)).as("queries executed again").isEqualTo(1);
            assertThat(module.passivate()).isEqualTo(changed);
            module.reset();
            assertThat(module.passivate().views()).isEmpty();
            return null;
          });
    }
  }

  private static int weight(PageDefinition page, ModuleState state) {
    String session = "s".repeat(32);
    return SnapshotCodecs.XML.encode(new Snapshot(page.module(), session, 7, state)).length;
  }

  private static ModuleState changedSession(PageDefinition page, int stateBytes) {
    return inSession(
        page,
        stateBytes,
        module -> {
          module.open(page, 3);
          change(module, page);
          return module.passivate();
        });
  }

  @Test
  void open_connectionFails_nextRequestOpensPage() throws SQLException {
    try (ConnectionSource connections = connections();
        Lease broken = connections.borrow();
        Lease whole = connections.borrow()) {
      PageDefinition page = PAGES.get(Hr.EMPLOYEES);
      DefinedModule module = module(page, 0);
      broken.jdbc().abort(Runnable::run);
      module.connect(broken);
      assertThatThrownBy(() -> module.open(page, 3)).isInstanceOf(ConnectionException.class);
      module.disconnect();
      module.connect(whole);
      module.requireOpen(page, 3);
      assertThat(change(module, page).key()).isEqualTo(3);
    }
  }

  @Test
  void activate_snapshotOfOtherApplication_isRejectedByName() {
    ModuleState changed = changedSession(PAGES.get(Hr.EMPLOYEES), 0);
    DefinedModule other = module(PAGES.get(Hr.DEPARTMENTS), 0);

    for (ModuleState state : List.of(changed, new ModuleState(changed.views(), List.of()))) {
      assertThatThrownBy(() -> other.activate(state))
          .isInstanceOf(SnapshotStoreException.class)
          .hasMessageContaining("employees, which the application of this node does not define");
    }
  }

  private static DefinedModule module(PageDefinition page, int stateBytes) {
    return new DefinedModule(
        ModulePlan.of(Hr.APPLICATION.modules().get(page.module())),
        Preset.STICKY.policy(),
        false,
        new TierCounters(),
        PageCost.of(Duration.ZERO, Duration.ZERO, stateBytes));
  }

  private static PageAnswer change(DefinedModule module, PageDefinition page) {
    String previous = module.set(page.view(), page.attribute(), "u3-d-17-142500", 3);
    return module.answer(page, page.steps().get("change"), 3, previous, 0);
  }

  private static ConnectionSource connections() {
    return ConnectionSources.open(
        ConnectionSettings.to(DATABASE.url(), DATABASE.user(), DATABASE.password())
            .pool(PoolKind.NONE, 1)
            .build());
  }

  private static <T> T inSession(
      PageDefinition page, int stateBytes, Function<DefinedModule, T> work) {
    try (ConnectionSource connections = connections();
        Lease lease = connections.borrow()) {
      DefinedModule module = module(page, stateBytes);
      module.connect(lease);
      T result = work.apply(module);
      module.disconnect();
      return result;
    }
  }
}
