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

    assertThat(sticky.poolsConnections()).isFalse();
    assertThat(sticky.poolsModules()).isTrue();
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
          STICKY | jbo.recyclethreshold=10             | false | false | false | NEVER
          STICKY | jbo.ampool.connection_threshold=20  | false | false | false | DISCONNECTED
          STICKY | jbo.doconnectionpooling=true        | false | true  | true  | EACH_REQUEST
          RELEASE_IN_MEMORY | jbo.recyclethreshold=10  | false | true  | false | EACH_REQUEST
          RELEASE_IN_MEMORY | cloakroom.releaselevel=reserved | false | false | false | NEVER
          STICKY | jbo.ampool.doampooling=false        | true  | true  | true  | EACH_REQUEST
          """)
  void effects_policy_areThoseOfItsCheckIn(
      Preset preset, String set, boolean removes, boolean releases, boolean passivates, Loss loss) {
    String[] setting = set.split("=", 2);
    ReleasePolicy policy = preset.policy().with(Map.of(setting[0], setting[1]));

    assertThat(policy.effects())
        .isEqualTo(new PolicyEffects(removes, releases, passivates, false, true, loss));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # a name that nobody knows: the nearest one
          STICKY | jbo.ampool.recyclethreshold=1 | unknown setting jbo.ampool.recyclethreshold; did you mean jbo.recyclethreshold?
          STICKY | jbo.recycle.threshold=1 | did you mean jbo.recyclethreshold?
          STICKY | jbo.doFailover=1 | did you mean jbo.dofailover?
          STICKY | jbo.ampool.connectionthreshold=1 | did you mean jbo.ampool.connection_threshold?
          STICKY | jbo.txn.disconnectlevel=1 | did you mean jbo.txn.disconnect_level?
          STICKY | colour=red | unknown setting colour: The; 'config'
          # not modelled: the reason
          STICKY | jbo.ampool.isuseexclusive=false | jbo.ampool.isuseexclusive=false is not modelled; GH-SHARED; as true says
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
          # two promises that exclude each other
          STATELESS | jbo.dofailover=true | jbo.dofailover=true; cloakroom.releaselevel=unmanaged
          RELEASE_FAILOVER | cloakroom.releaselevel=unmanaged | XM-STORE
          RESERVED | jbo.ampool.doampooling=false | AB-RES
          RESERVED | jbo.ampool.connection_threshold=5 | AB-RES
          CONNECTION_THRESHOLD | jbo.ampool.doampooling=false | SM10-008
          """)
  void wrongSettings_areToldTheRule(Preset preset, String settings, String told) {
    assertThatThrownBy(() -> on(preset, settings.split("[ =]", -1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(told.split("; ", -1))
        .message()
        .satisfies(message -> assertThat(message).doesNotContain("tiger"))
        .satisfies(
            message ->
                assertThat(message.contains("did you mean")).isEqualTo(told.contains("did you")));
  }

  @Test
  void settingThatIsNotModelled_mayAskForWhatIsDoneAnyway() {
    for (UnmodelledProperty other : UnmodelledProperty.values()) {
      other.sameAs().ifPresent(same -> assertThat(with(other.key(), same)).isNotNull());
    }
    assertThat(with("jbo.ampool.isuseexclusive", "TRUE").settings())
        .isEqualTo(Preset.STICKY.policy().settings());
  }

  @Test
  void noName_standsForTwoThings() {
    for (UnmodelledProperty other : UnmodelledProperty.values()) {
      assertThat(JboProperty.named(other.key())).as(other.key()).isEmpty();
      assertThat(UnmodelledProperty.named(other.key())).as(other.key()).contains(other);
    }
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
  void everyPreset_isFreeOfNotes() {
    for (Preset preset : Preset.values()) {
      assertThat(preset.policy().notes()).as(preset.policyName()).isEmpty();
    }
  }

  @Test
  void levelOneRecycle_isNotedWhereThereIsNoLevelOne() {
    String setting = "cloakroom.level1.recycle";
    for (Preset preset : Preset.values()) {
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

  @Test
  void defaultThatDoesNotFit_follows() {
    assertThat(with("jbo.ampool.maxpoolsize", "5").number(JboProperty.RECYCLE_THRESHOLD))
        .isEqualTo(5);
    assertThat(with("jbo.ampool.maxpoolsize", "3").number(JboProperty.MIN_AVAILABLE_SIZE))
        .isEqualTo(3);
    assertThat(with("jbo.recyclethreshold", "5000").number(JboProperty.MAX_POOL_SIZE))
        .isEqualTo(5000);
    assertThat(with("jbo.ampool.initpoolsize", "5000").number(JboProperty.MAX_POOL_SIZE))
        .isEqualTo(5000);
    assertThat(with("jbo.ampool.minavailablesize", "30").number(JboProperty.MAX_AVAILABLE_SIZE))
        .isEqualTo(30);
    assertThat(with("jbo.ampool.maxavailablesize", "2").number(JboProperty.MIN_AVAILABLE_SIZE))
        .isEqualTo(2);
    assertThat(
            on(Preset.UNBOUNDED, "jbo.ampool.maxpoolsize", "5")
                .number(JboProperty.RECYCLE_THRESHOLD))
        .isEqualTo(5);
    ReleasePolicy small = with("jbo.ampool.maxpoolsize", "5");
    assertThat(
            small
                .with(Map.of("jbo.ampool.maxpoolsize", "50"))
                .number(JboProperty.RECYCLE_THRESHOLD))
        .as("the default comes back")
        .isEqualTo(10);
  }

  @Test
  void ceilingThatIsNeverReached_harmsNobody() {
    assertThat(with("jbo.ampool.maxavailablesize", "7", "jbo.ampool.maxpoolsize", "6").notes())
        .hasSize(1);
  }

  @Test
  void settingsWithoutEffect_areNoted() {
    assertThat(with("jbo.txn.disconnect_level", "1").notes())
        .singleElement()
        .asString()
        .contains("jbo.txn.disconnect_level=1 has no effect");
    assertThat(on(Preset.RESERVED, "jbo.doconnectionpooling", "true").notes()).hasSize(1);
    assertThat(on(Preset.CONNECTION_THRESHOLD, "jbo.doconnectionpooling", "false").notes())
        .singleElement()
        .asString()
        .contains("AB-12C", "AB-PS6");
    assertThat(with("cloakroom.connectionthreshold", "idle-timeout").notes()).hasSize(1);
    assertThat(
            on(Preset.CONNECTION_THRESHOLD, "cloakroom.connectionthreshold", "idle-timeout")
                .notes())
        .isEmpty();
  }

  @Test
  void cookieToTheClient_followsFromFailover() {
    assertThat(Preset.STICKY.policy().writesCookieToClient()).isFalse();
    assertThat(Preset.STICKY_FAILOVER.policy().writesCookieToClient()).isTrue();
    assertThat(with("jbo.ampool.writecookietoclient", "true").writesCookieToClient()).isTrue();
    assertThat(
            with("cloakroom.pstxn.statements", "locate")
                .is(JboProperty.PS_TXN_STATEMENTS, "locate"))
        .isTrue();
  }
}
