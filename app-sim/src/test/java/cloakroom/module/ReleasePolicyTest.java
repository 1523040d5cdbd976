package cloakroom.module;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ReleasePolicyTest {

  @Test
  void sticky_isAdfsDefault() {
    ReleasePolicy sticky = Preset.STICKY.policy();

    assertThat(sticky.poolsConnections()).isFalse();
    assertThat(sticky.poolsModules()).isTrue();
    assertThat(sticky.failsOver()).isFalse();
    assertThat(sticky.recycleThreshold()).isEqualTo(10);
    assertThat(sticky.releaseLevel()).isEqualTo(ReleaseLevel.MANAGED);
  }

  @Test
  void everyPreset_isWhatTheTableSays() {
    assertThat(Preset.RELEASE_PASSIVATE.policy().passivatesAtRelease()).isTrue();
    assertThat(Preset.RELEASE_IN_MEMORY.policy().poolsConnections()).isTrue();
    assertThat(Preset.RELEASE_IN_MEMORY.policy().passivatesAtRelease()).isFalse();
    assertThat(Preset.RELEASE_FAILOVER.policy().failsOver()).isTrue();
    assertThat(Preset.STATELESS.policy().releaseLevel()).isEqualTo(ReleaseLevel.UNMANAGED);
    assertThat(Preset.RESERVED.policy().poolsConnections()).isFalse();
    assertThat(Preset.UNPOOLED_MODULES.policy().poolsModules()).isFalse();
    assertThat(Preset.UNBOUNDED.policy().recycleThreshold()).isEqualTo(Integer.MAX_VALUE);
    assertThat(Preset.CONNECTION_THRESHOLD.policy().poolsConnections()).isFalse();
  }

  @Test
  void unknownPolicy_isToldTheChoices() {
    assertThatThrownBy(() -> Preset.named("stickyy"))
        .hasMessageContainingAll("stickyy", "sticky", "release-in-memory", "noop");
  }

  @Test
  void unknownSetting_isToldTheNearest() {
    Map<String, String> nearest =
        Map.of(
            "jbo.ampool.recyclethreshold", "jbo.recyclethreshold",
            "jbo.recycle.threshold", "jbo.recyclethreshold",
            "jbo.doFailover", "jbo.dofailover",
            "jbo.ampool.connectionthreshold", "jbo.ampool.connection_threshold",
            "jbo.txn.disconnectlevel", "jbo.txn.disconnect_level");
    nearest.forEach(
        (wrong, right) ->
            assertThatThrownBy(() -> with(wrong, "1"))
                .hasMessageContainingAll(
                    "unknown setting " + wrong, "did you mean " + right + "?"));
    assertThatThrownBy(() -> with("colour", "red"))
        .hasMessageContainingAll("unknown setting colour", "'config'")
        .hasMessageNotContaining("did you mean");
  }

  @Test
  void settingThatIsNotModelled_isToldTheReason() {
    assertThatThrownBy(() -> with("jbo.ampool.isuseexclusive", "false"))
        .hasMessageContainingAll(
            "jbo.ampool.isuseexclusive=false is not modelled", "GH-SHARED", "as true says");
    assertThatThrownBy(() -> with("jbo.passivationstore", "file"))
        .hasMessageContainingAll("is not modelled", "--store");
    assertThatThrownBy(() -> with("java.naming.security.credentials", "tiger"))
        .hasMessageContaining("is not modelled")
        .hasMessageNotContaining("tiger");
  }

  @Test
  void settingThatIsNotModelled_mayAskForWhatIsDoneAnyway() {
    for (OtherProperty other : OtherProperty.values()) {
      other.sameAs().ifPresent(same -> assertThat(with(other.key(), same)).isNotNull());
    }
    assertThat(with("jbo.ampool.isuseexclusive", "TRUE").settings())
        .isEqualTo(Preset.STICKY.policy().settings());
  }

  @Test
  void noName_standsForTwoThings() {
    for (OtherProperty other : OtherProperty.values()) {
      assertThat(JboProperty.named(other.key())).as(other.key()).isEmpty();
      assertThat(OtherProperty.named(other.key())).as(other.key()).contains(other);
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
    Map<String, String> values = new java.util.HashMap<>();
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
  void defaultThatDoesNotFit_follows() {
    assertThat(with("jbo.ampool.maxpoolsize", "5").recycleThreshold()).isEqualTo(5);
    assertThat(with("jbo.ampool.maxpoolsize", "3").minAvailableSize()).isEqualTo(3);
    assertThat(with("jbo.recyclethreshold", "5000").maxPoolSize()).isEqualTo(5000);
    assertThat(with("jbo.ampool.initpoolsize", "5000").maxPoolSize()).isEqualTo(5000);
    assertThat(with("jbo.ampool.minavailablesize", "30").maxAvailableSize()).isEqualTo(30);
    assertThat(with("jbo.ampool.maxavailablesize", "2").minAvailableSize()).isEqualTo(2);
    assertThat(on(Preset.UNBOUNDED, "jbo.ampool.maxpoolsize", "5").recycleThreshold()).isEqualTo(5);
    ReleasePolicy small = with("jbo.ampool.maxpoolsize", "5");
    assertThat(small.with(Map.of("jbo.ampool.maxpoolsize", "50")).recycleThreshold())
        .as("the default comes back")
        .isEqualTo(10);
  }

  @Test
  void sizesThatDoNotFit_areRefusedWhenBothAreSet() {
    String[][] pairs = {
      {"jbo.recyclethreshold", "jbo.ampool.maxpoolsize"},
      {"jbo.ampool.initpoolsize", "jbo.ampool.maxpoolsize"},
      {"jbo.ampool.minavailablesize", "jbo.ampool.maxpoolsize"},
      {"jbo.ampool.minavailablesize", "jbo.ampool.maxavailablesize"}
    };
    for (String[] pair : pairs) {
      assertThatThrownBy(() -> with(pair[0], "7", pair[1], "6"))
          .hasMessageContainingAll(pair[0] + "=7", pair[1] + "=6", "is above");
    }
    assertThat(with("jbo.ampool.maxavailablesize", "7", "jbo.ampool.maxpoolsize", "6").notes())
        .as("a ceiling that is never reached harms nobody")
        .hasSize(1);
  }

  @Test
  void promisesThatExcludeEachOther_areRefused() {
    assertThatThrownBy(() -> on(Preset.STATELESS, "jbo.dofailover", "true"))
        .hasMessageContainingAll("jbo.dofailover=true", "cloakroom.releaselevel=unmanaged");
    assertThatThrownBy(() -> on(Preset.RELEASE_FAILOVER, "cloakroom.releaselevel", "unmanaged"))
        .hasMessageContaining("XM-STORE");
    assertThatThrownBy(() -> on(Preset.RESERVED, "jbo.ampool.doampooling", "false"))
        .hasMessageContaining("AB-RES");
    assertThatThrownBy(() -> on(Preset.RESERVED, "jbo.ampool.connection_threshold", "5"))
        .hasMessageContaining("AB-RES");
    assertThatThrownBy(() -> on(Preset.CONNECTION_THRESHOLD, "jbo.ampool.doampooling", "false"))
        .hasMessageContaining("SM10-008");
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
    assertThat(with("cloakroom.pstxn.statements", "locate").psTxnStatements()).isEqualTo("locate");
  }

  @Test
  void wrongValue_isToldTheRule() {
    Map<String, String> wrong =
        Map.of(
            "jbo.recyclethreshold", "-1",
            "jbo.ampool.maxpoolsize", "0",
            "jbo.txn.disconnect_level", "2",
            "jbo.dofailover", "yes",
            "jbo.ampool.timetolive", "-2",
            "jbo.ampool.initpoolsize", "2147483648",
            "cloakroom.releaselevel", "sticky");
    wrong.forEach(
        (key, value) ->
            assertThatThrownBy(() -> Preset.STICKY.policy().with(Map.of(key, value)))
                .as(key)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(key + "=" + value)
                .hasMessageContaining("expected"));
  }

  @Test
  void contradiction_isToldBothValues() {
    assertThatThrownBy(
            () ->
                Preset.STICKY
                    .policy()
                    .with(Map.of("jbo.ampool.initpoolsize", "5", "jbo.ampool.maxpoolsize", "4")))
        .hasMessageContainingAll("jbo.ampool.initpoolsize=5", "jbo.ampool.maxpoolsize=4");
  }

  @Test
  void settings_nameEveryProperty() {
    assertThat(Preset.STICKY.policy().settings()).hasSize(JboProperty.values().length);
  }
}
