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
  void unknownSetting_isToldTheChoices() {
    assertThatThrownBy(() -> Preset.STICKY.policy().with(Map.of("jbo.recycle", "1")))
        .hasMessageContainingAll("jbo.recycle", "jbo.recyclethreshold", "jbo.dofailover");
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
