package cloakroom.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Codecs are chosen by name. */
final class SnapshotCodecsTest {

  @Test
  void named_givesTheCodecOfThatName() {
    assertThat(SnapshotCodecs.named("xml")).isSameAs(SnapshotCodecs.XML);
    assertThat(SnapshotCodecs.named("binary")).isSameAs(SnapshotCodecs.BINARY);
    assertThat(SnapshotCodecs.named("zstd")).isSameAs(SnapshotCodecs.ZSTD);
  }

  @Test
  void anotherName_isToldTheChoices() {
    assertThatThrownBy(() -> SnapshotCodecs.named("XML"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("unknown codec 'XML': choose one of xml, binary, zstd");
  }
}
