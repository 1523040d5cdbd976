package cloakroom.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.contract.PolicyEffects;
import cloakroom.contract.PolicyEffects.Loss;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReleasePolicyTest {
  @Test
  void sticky_isAdfsDefault() {
    ReleasePolicy sticky = Preset.STICKY.policy();

    assertThat(sticky.poolsConnections).isFalse();
    assertThat(sticky.poolsModules).isTrue();
    assertThat(sticky.failsOver()).isFalse();
    assertThat(sticky.number(JboProperty.RECYCLE_THRESHOLD)).isEqualTo(10);
    assertThat(sticky.releaseLevel()).isEqualTo(ReleaseLevel.MANAGED);
    assertThat(sticky.settings()).hasSize(JboProperty.values().length);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          STICKY | jbo.recyclethreshold=10             | false | false | false | true | NEVER
          STICKY | jbo.server.internal_connection=separate | false | false | false | false | NEVER
          STICKY | jbo.ampool.connection_threshold=20  | false | false | false | true | DISCONNECTED
          STICKY | jbo.doconnectionpooling=true        | false | true  | true  | true | EACH_REQUEST
          RELEASE_IN_MEMORY | jbo.recyclethreshold=10  | false | true  | false | true | EACH_REQUEST
          RELEASE_IN_MEMORY | cloakroom.releaselevel=reserved | false | false | false | false | NEVER
          STICKY | jbo.ampool.doampooling=false        | true  | true  | true  | true | EACH_REQUEST
          """)
  void effects_policy_areThoseOfItsCheckIn(
      Preset preset,
      String set,
      boolean removes,
      boolean releases,
      boolean passivates,
      boolean shares,
      Loss loss) {
    String[] setting = set.split("=", 2);
    ReleasePolicy policy = preset.policy().with(Map.of(setting[0], setting[1]));

    assertThat(policy.effects())
        .isEqualTo(new PolicyEffects(removes, releases, passivates, false, true, shares, loss));
  }

  @Test
  void connectionNeed_poolOfOne_reservesNoConnection() {
    PolicyEffects effects = Preset.STICKY.policy().effects();

    assertThat(effects.connectionNeed("ps-txn", 1, 1, 1).shortage()).isEmpty();
    assertThat(effects.connectionNeed("ps-txn", 2, 1, 1).shortage())
        .isEqualTo(
            "a node needs 3 connections (2 module pools x 1 instance + 1 reserved for snapshots)"
                + " and has 1");
    assertThat(effects.connectionNeed("file", 2, 1, 1).text())
        .isEqualTo("2 connections (2 module pools x 1 instance)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # an unknown name: the nearest one
          STICKY | jbo.ampool.recyclethreshold=1 | unknown setting jbo.ampool.recyclethreshold; did you mean jbo.recyclethreshold?
          STICKY | jbo.recycle.threshold=1 | did you mean jbo.recyclethreshold?
          STICKY | jbo.doFailover=1 | did you mean jbo.dofailover?
          STICKY | jbo.ampool.connectionthreshold=1 | did you mean jbo.ampool.connection_threshold?
          STICKY | jbo.txn.disconnectlevel=1 | did you mean jbo.txn.disconnect_level?
          STICKY | colour=red | unknown setting colour: The; 'config'
          # not modelled: the reason
          STICKY | jbo.ampool.isuseexclusive=false | jbo.ampool.isuseexclusive=false is not modelled; GH-SHARED; behaviour is true
          STICKY | jbo.passivationstore=file | is not modelled; --store
          STICKY | java.naming.security.credentials=tiger | java.naming.security.credentials is not modelled
          # a wrong value: the rule
          STICKY | jbo.recyclethreshold=-1 | jbo.recyclethreshold=-1; expected
          STICKY | jbo.ampool.maxpoolsize=0 | jbo.ampool.maxpoolsize=0; expected
          STICKY | jbo.txn.disconnect_level=2 | jbo.txn.disconnect_level=2; expected 0 or 1
          STICKY | jbo.dofailover=yes | jbo.dofailover=yes; expected true or false
          STICKY | jbo.ampool.timetolive=-2 | jbo.ampool.timetolive=-2; expected
          STICKY | jbo.ampool.initpoolsize=2147483648 | jbo.ampool.initpoolsize=2147483648; expected
          STICKY | cloakroom.releaselevel=sticky | cloakroom.releaselevel=sticky; managed, unmanaged or reserved
          # two sizes that do not fit, both set
          STICKY | jbo.recyclethreshold=7 jbo.ampool.maxpoolsize=6 | jbo.recyclethreshold=7 is above jbo.ampool.maxpoolsize=6
          STICKY | jbo.ampool.initpoolsize=7 jbo.ampool.maxpoolsize=6 | jbo.ampool.initpoolsize=7 is above jbo.ampool.maxpoolsize=6
          STICKY | jbo.ampool.minavailablesize=7 jbo.ampool.maxpoolsize=6 | jbo.ampool.minavailablesize=7 is above jbo.ampool.maxpoolsize=6
          STICKY | jbo.ampool.minavailablesize=7 jbo.ampool.maxavailablesize=6 | jbo.ampool.minavailablesize=7 is above jbo.ampool.maxavailablesize=6
          # two settings that exclude each other
          STATELESS | jbo.dofailover=true | jbo.dofailover=true; cloakroom.releaselevel=unmanaged
          RELEASE_FAILOVER | cloakroom.releaselevel=unmanaged | XM-STORE
          RESERVED | jbo.ampool.doampooling=false | AB-RES
          RESERVED | jbo.ampool.connection_threshold=5 | AB-RES
          CONNECTION_THRESHOLD | jbo.ampool.doampooling=false | SM10-008
          """)
  void with_wrongSettings_reportsRule(Preset preset, String settings, String message) {
    assertThatThrownBy(() -> on(preset, settings.split("[ =]", -1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(message.split("; ", -1))
        .message()
        .doesNotContain("tiger")
        .satisfies(
            actual ->
                assertThat(actual.contains("did you mean")).isEqualTo(message.contains("did you")));
  }

  @Test
  void unmodelledProperty_hasAUniqueName_andAcceptsItsBuiltInBehaviour() {
    for (UnmodelledProperty other : UnmodelledProperty.ALL) {
      assertThat(JboProperty.named(other.key())).as(other.key()).isEmpty();
      assertThat(UnmodelledProperty.named(other.key())).as(other.key()).contains(other);
      other.sameAs().ifPresent(same -> assertThat(with(other.key(), same)).isNotNull());
    }
    assertThat(with("jbo.ampool.isuseexclusive", "TRUE").settings())
        .isEqualTo(Preset.STICKY.policy().settings());
  }

  @Test
  void everyDefault_isAllowed() {
    for (JboProperty property : JboProperty.values()) {
      assertThat(property.check(property.defaultValue())).isEqualTo(property.defaultValue());
    }
    assertThat(JboProperty.DO_FAILOVER.check(" True ")).isEqualTo("true");
  }

  private static ReleasePolicy with(String... settings) {
    return on(Preset.STICKY, settings);
  }

  private static ReleasePolicy on(Preset preset, String... settings) {
    Map<String, String> values = new HashMap<>();
    for (int i = 0; i < settings.length; i += 2) {
      values.put(settings[i], settings[i + 1]);
    }
    return preset.policy().with(values);
  }

  @Test
  void notes_presets_areEmpty_exceptOfLevelOneRecycleWithoutLevelOne() {
    assertThat(
            on(Preset.CONNECTION_THRESHOLD, "cloakroom.connectionthreshold", "idle-timeout")
                .notes())
        .isEmpty();
    String setting = "cloakroom.level1.recycle";
    for (Preset preset : Preset.values()) {
      assertThat(preset.policy().notes()).as(preset.policyName()).isEmpty();
      boolean levelOne =
          preset == Preset.RELEASE_IN_MEMORY
              || preset == Preset.RELEASE_FAILOVER
              || preset == Preset.STATELESS;
      assertThat(on(preset, setting, "memory").notes())
          .as(preset.policyName())
          .hasSize(levelOne ? 0 : 1);
      assertThat(on(preset, setting, "store").recyclesIntoMemory()).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "STICKY, jbo.ampool.maxpoolsize, 5, RECYCLE_THRESHOLD",
    "STICKY, jbo.ampool.maxpoolsize, 3, MIN_AVAILABLE_SIZE",
    "STICKY, jbo.recyclethreshold, 5000, MAX_POOL_SIZE",
    "STICKY, jbo.ampool.initpoolsize, 5000, MAX_POOL_SIZE",
    "STICKY, jbo.ampool.minavailablesize, 30, MAX_AVAILABLE_SIZE",
    "STICKY, jbo.ampool.maxavailablesize, 2, MIN_AVAILABLE_SIZE",
    "UNBOUNDED, jbo.ampool.maxpoolsize, 5, RECYCLE_THRESHOLD"
  })
  void contradictingDefault_follows(Preset preset, String key, String value, JboProperty follower) {
    assertThat(on(preset, key, value).number(follower)).isEqualTo(Integer.parseInt(value));
  }

  @Test
  void adjustedDefault_appliesAgainWhenItFits() {
    ReleasePolicy large =
        with("jbo.ampool.maxpoolsize", "5").with(Map.of("jbo.ampool.maxpoolsize", "50"));

    assertThat(large.number(JboProperty.RECYCLE_THRESHOLD)).isEqualTo(10);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          STICKY | jbo.ampool.maxavailablesize=7 jbo.ampool.maxpoolsize=6 | maxavailablesize=7 has no effect
          STICKY | jbo.txn.disconnect_level=1 | jbo.txn.disconnect_level=1 has no effect
          RESERVED | jbo.doconnectionpooling=true | AB-RES
          CONNECTION_THRESHOLD | jbo.doconnectionpooling=false | on according to AB-12C, off according to AB-PS6
          STICKY | cloakroom.connectionthreshold=idle-timeout | JOB-THR
          """)
  void with_settingWithoutEffect_isNoted(Preset preset, String settings, String note) {
    assertThat(on(preset, settings.split("[ =]", -1)).notes())
        .singleElement()
        .asString()
        .contains(note);
  }

  @Test
  void writesCookieToClient_followsFromFailover() {
    assertThat(Preset.STICKY.policy().writesCookieToClient()).isFalse();
    assertThat(Preset.STICKY_FAILOVER.policy().writesCookieToClient()).isTrue();
    assertThat(with("jbo.ampool.writecookietoclient", "true").writesCookieToClient()).isTrue();
    assertThat(
            with("cloakroom.pstxn.statements", "locate")
                .is(JboProperty.PS_TXN_STATEMENTS, "locate"))
        .isTrue();
  }
}
