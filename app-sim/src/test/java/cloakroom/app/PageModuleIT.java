package cloakroom.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.Lease;
import cloakroom.connection.PoolKind;
import cloakroom.database.Database;
import cloakroom.database.Password;
import cloakroom.database.TestDatabase;
import cloakroom.module.Counts;
import cloakroom.standin.OracleStandIn;
import cloakroom.state.ModuleState;
import cloakroom.state.Snapshot;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PageModuleIT {
  private static final Database DATABASE = TestDatabase.newSchema();

  @ParameterizedTest
  @EnumSource
  void blank_hasEveryNameOfASession_andNoValue(Page page) {
    Snapshot blank = PageModule.blank(page);
    ModuleState lived = changedSession(page);

    assertThat(blank.module()).isEqualTo(page.module);
    assertThat(names(blank.state())).isEqualTo(names(lived));
    assertThat(blank.state().views().get(0).binds().values()).containsOnlyNulls();
    assertThat(blank.state().changes().get(0).newValues().values()).containsOnlyNulls();
  }

  private static ModuleState changedSession(Page page) {
    try (ConnectionSource connections =
            ConnectionSources.open(
                ConnectionSettings.to(DATABASE.url(), DATABASE.user(), DATABASE.password())
                    .pool(PoolKind.NONE, 1)
                    .build());
        Lease lease = connections.borrow()) {
      PageModule module = new PageModule(page, false, true, new Counts());
      module.connect(lease);
      module.open(3);
      module.change("x");
      ModuleState state = module.passivate();
      module.disconnect();
      return state;
    }
  }

  /** The other dialect: {@code PooledApplicationIT} prepares its sessions on PostgreSQL. */
  @Test
  @Tag("ojdbc-23")
  void prepareSession_tellsOracleInItsOwnWords() {
    try (OracleStandIn oracle = new OracleStandIn();
        ConnectionSource connections =
            ConnectionSources.open(
                ConnectionSettings.to(
                        oracle.url(), OracleStandIn.USER, Password.of(OracleStandIn.PASSWORD))
                    .pool(PoolKind.NONE, 1)
                    .build());
        Lease lease = connections.borrow()) {
      for (UserSession.Transactional module :
          List.of(
              new PageModule(Page.DEPARTMENTS, true, true, new Counts()),
              new StateKindsModule(true))) {
        module.connect(lease);
        oracle.journal().forget();
        module.prepareSession("0123456789abcdef");
        assertThat(oracle.journal().roundTrips())
            .as(module.name())
            .singleElement(STRING)
            .endsWith("begin dbms_application_info.set_client_info(:1 ); end;");
      }
    }
  }

  private static Set<String> names(ModuleState state) {
    Set<String> names = new TreeSet<>();
    state
        .views()
        .forEach(
            view -> {
              names.add(view.viewObject());
              names.addAll(view.binds().keySet());
            });
    state
        .changes()
        .forEach(
            change -> {
              names.add(change.entity());
              names.addAll(change.newValues().keySet());
              names.addAll(change.oldValues().keySet());
            });
    return names;
  }
}
