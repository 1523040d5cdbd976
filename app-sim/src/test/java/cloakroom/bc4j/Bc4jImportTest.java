package cloakroom.bc4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.bc4j.Bc4jFile.Bc4jConfiguration;
import cloakroom.bc4j.Bc4jImport.Bc4jFinding;
import cloakroom.bc4j.Bc4jImport.Bc4jFinding.LineKind;
import cloakroom.policy.JboProperty;
import cloakroom.policy.Preset;
import cloakroom.policy.ReleasePolicy;
import cloakroom.policy.ReleasePolicy.SettingOrigin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class Bc4jImportTest {
  private static Bc4jImport imported(String file, String configuration) {
    Bc4jFile read = Bc4jFile.read(Bc4jFileTest.resource(file));
    Bc4jConfiguration chosen = read.named(configuration);
    return new Bc4jImport(read, chosen, ReleasePolicy.of(chosen.name(), Map.of()));
  }

  private static List<String> of(LineKind kind, Bc4jImport imported) {
    return imported.findings.stream()
        .filter(finding -> finding.kind() == kind)
        .map(Bc4jFinding::text)
        .toList();
  }

  private static void assertNoted(Bc4jImport imported, String... words) {
    assertThat(imported.notes).anySatisfy(note -> assertThat(note).contains(words));
  }

  @Test
  void settings_inAnyElement_takeEffect() {
    Bc4jImport orders = imported("orders.xcfg", "OrdersModuleLocal");

    ReleasePolicy policy = orders.policy;
    assertThat(policy.name()).isEqualTo("OrdersModuleLocal");
    assertThat(policy.poolsConnections).isTrue();
    assertThat(policy.passivatesAtRelease()).isFalse();
    assertThat(policy.number(JboProperty.RECYCLE_THRESHOLD)).isEqualTo(60);
    assertThat(policy.number(JboProperty.MAX_AVAILABLE_SIZE)).isEqualTo(120);
    assertThat(policy.time(JboProperty.TIME_TO_LIVE)).isNegative();
    assertThat(policy.time(JboProperty.MAX_INACTIVE_AGE).toMillis()).isEqualTo(Integer.MAX_VALUE);
    assertThat(policy.time(JboProperty.MONITOR_SLEEP_INTERVAL).toSeconds()).isEqualTo(30);
    assertThat(policy.origin(JboProperty.RECYCLE_THRESHOLD)).isEqualTo(SettingOrigin.FILE);
    assertThat(of(LineKind.TOOK_EFFECT, orders))
        .hasSize(9)
        .contains("jbo.doconnectionpooling=true", "jbo.locking.mode=pessimistic");
    assertNoted(orders, "monitorsleepinterval", "Security, line 11");
  }

  @Test
  void unmodelledSettings_haveReasons() {
    Bc4jImport orders = imported("orders.xcfg", "OrdersModuleLocal");

    assertThat(orders.findings)
        .anySatisfy(
            finding -> {
              assertThat(finding.text()).isEqualTo("jbo.maxpoolsize=50");
              assertThat(finding.why()).contains("--pool-size");
              assertThat(finding.where()).isEqualTo("AM-Pooling, line 9");
            });
    assertThat(of(LineKind.NOT_MODELLED, orders)).containsExactly("jbo.maxpoolsize=50");
    assertThat(of(LineKind.ANYWAY, orders))
        .containsExactly("DeployPlatform=LOCAL", "jbo.ampool.resetnontransactionalstate=true");
    assertThat(of(LineKind.IGNORED, orders)).contains("JDBCDataSource", "jbo.TypeMapEntries");
    assertThat(of(LineKind.UNKNOWN, orders)).containsExactly("acme.cache.size");
    assertThat(orders.summary())
        .startsWith("11 of 18 settings of orders.model.OrdersModule/OrdersModuleLocal took effect");
  }

  @Test
  void sharedConfiguration_isNoted() {
    Bc4jImport shared = imported("orders.xcfg", "OrdersModuleShared");

    assertThat(shared.policy.number(JboProperty.MAX_POOL_SIZE)).isEqualTo(1);
    assertThat(of(LineKind.NOT_MODELLED, shared))
        .containsExactly("jbo.ampool.isuseexclusive=false");
    assertThat(of(LineKind.TOOK_EFFECT, shared)).contains("jbo.locking.mode=optimistic");
    assertThat(of(LineKind.IGNORED, shared)).contains("JDBCName");
    assertNoted(shared, "OrdersModuleShared", "shared");
  }

  @Test
  void elementsOfOlderFiles_takeEffectAndHideSecrets() {
    Bc4jImport old = imported("elements.xcfg", "OldLocal");

    assertThat(old.policy.number(JboProperty.RECYCLE_THRESHOLD)).isEqualTo(20);
    assertThat(old.policy.failsOver()).isTrue();
    assertThat(old.policy.is(JboProperty.INTERNAL_CONNECTION, "separate")).isTrue();
    assertThat(of(LineKind.NOT_MODELLED, old)).containsExactly("jbo.passivationstore=database");
    assertThat(old.findings.toString() + old.notes).doesNotContain("not-to-be");
  }

  @Test
  void repeatedSettingAndConfiguration_lastOneTakesEffect() {
    Bc4jImport twins = imported("twins.xcfg", "b.Module/Local");

    assertThat(twins.policy.number(JboProperty.RECYCLE_THRESHOLD)).isEqualTo(5);
    assertThat(of(LineKind.OVERRIDDEN, twins))
        .containsExactly("jbo.recyclethreshold=3", "jbo.recyclethreshold=4");
    Bc4jImport repeated = imported("twins.xcfg", "a.Module/Local");
    assertThat(repeated.policy.number(JboProperty.RECYCLE_THRESHOLD)).isEqualTo(2);
    assertNoted(repeated, "line 4", "line 5, which takes effect");
  }

  @Test
  void severalPoolingsAndDynamicCredentials_areNotedWithTheirLines(@TempDir Path folder)
      throws Exception {
    String text =
        """
        <BC4JConfig><AppModuleConfig name="Two" ApplicationName="shop.Module">
          <AM-Pooling
              jbo.ampool.dynamicjdbccredentials="true"
              jbo.recyclethreshold="20"/>
          <AM-Pooling jbo.doconnectionpooling="true" jbo.txn.disconnect_level="1"
              jbo.recyclethreshold="30"/>
        </AppModuleConfig></BC4JConfig>
        """;
    Bc4jFile file = Bc4jFile.read(Files.writeString(folder.resolve("two.xcfg"), text));
    Bc4jImport two = new Bc4jImport(file, file.only(), ReleasePolicy.of("Two", Map.of()));

    assertThat(two.policy.number(JboProperty.RECYCLE_THRESHOLD)).isEqualTo(30);
    assertThat(two.findings)
        .extracting(finding -> finding.text() + " " + finding.where())
        .contains("jbo.recyclethreshold=20 AM-Pooling, line 4")
        .contains("jbo.recyclethreshold=30 AM-Pooling, line 6");
    assertNoted(two, "AM-Pooling in lines 2, 5: all take effect", "the last counts, because");
    assertNoted(two, "jbo.ampool.dynamicjdbccredentials=true (AM-Pooling, line 3)", "a pool");
    assertThat(imported("orders.xcfg", "OrdersModuleLocal").notes)
        .noneMatch(note -> note.contains("AM-Pooling in lines") || note.contains("credentials"));
  }

  @Test
  void wrongValues_areReportedAndDefaultRemains() {
    Bc4jImport mistakes = imported("mistakes.xcfg", "Mistakes");

    assertThat(mistakes.policy.number(JboProperty.RECYCLE_THRESHOLD)).isEqualTo(10);
    assertThat(mistakes.policy.number(JboProperty.MAX_POOL_SIZE)).isEqualTo(4096);
    assertThat(mistakes.policy.failsOver()).isFalse();
    assertThat(of(LineKind.WRONG_VALUE, mistakes))
        .containsExactly(
            "jbo.recyclethreshold=many",
            "jbo.ampool.maxpoolsize=-1",
            "jbo.dofailover=yes",
            "jbo.ampool.initpoolsize=2147483648",
            "jbo.ampool.timetolive=");
    assertThat(mistakes.findings)
        .filteredOn(finding -> finding.kind() == LineKind.UNKNOWN)
        .extracting(Bc4jFinding::why)
        .containsExactly(
            "did you mean jbo.recyclethreshold?",
            "did you mean jbo.dofailover?",
            "no setting of this name is known");
    assertNoted(mistakes, "maxinactiveage", "Pooling, line 8");
    assertNoted(mistakes, "minavailablesize", "Database, line 9");
  }

  @Test
  void contradictionsInFile_areResolvedAndNoted() {
    Bc4jImport contradictions = imported("mistakes.xcfg", "Contradictions");

    ReleasePolicy policy = contradictions.policy;
    assertThat(policy.number(JboProperty.MAX_POOL_SIZE)).isEqualTo(5);
    assertThat(policy.number(JboProperty.RECYCLE_THRESHOLD)).isEqualTo(5);
    assertThat(policy.number(JboProperty.INIT_POOL_SIZE)).isEqualTo(5);
    assertThat(policy.number(JboProperty.MIN_AVAILABLE_SIZE)).isEqualTo(5);
    assertNoted(contradictions, "jbo.recyclethreshold=50", "follows");
    assertNoted(contradictions, "jbo.doconnectionpooling=false", "no effect");
    assertNoted(contradictions, "doampooling=false", "does not go with");
  }

  @Test
  void precedence_isPolicyThenFileThenSet() {
    Bc4jFile file = Bc4jFile.read(Bc4jFileTest.resource("orders.xcfg"));
    ReleasePolicy base = Preset.STICKY_FAILOVER.policy();

    ReleasePolicy policy = new Bc4jImport(file, file.only(), base).policy;

    assertThat(policy.name()).isEqualTo("sticky-failover");
    assertThat(policy.failsOver()).as("not in the file").isTrue();
    assertThat(policy.number(JboProperty.RECYCLE_THRESHOLD)).isEqualTo(60);
    ReleasePolicy set = policy.with(Map.of("jbo.recyclethreshold", "7"));
    assertThat(set.number(JboProperty.RECYCLE_THRESHOLD)).isEqualTo(7);
    assertThatThrownBy(
            () -> set.with(Map.of("jbo.recyclethreshold", "7", "jbo.ampool.maxpoolsize", "6")))
        .hasMessageContainingAll("jbo.recyclethreshold=7", "jbo.ampool.maxpoolsize=6");
  }
}
