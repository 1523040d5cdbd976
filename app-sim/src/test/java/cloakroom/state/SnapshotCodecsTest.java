package cloakroom.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Codecs by name, and the sizes of their snapshots. */
final class SnapshotCodecsTest {
  @Test
  void named_givesTheCodecOfThatName() {
    assertThat(SnapshotCodecs.named("xml")).isSameAs(SnapshotCodecs.XML);
    assertThat(SnapshotCodecs.named("binary")).isSameAs(SnapshotCodecs.BINARY);
    assertThatThrownBy(() -> SnapshotCodecs.named("XML"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("unknown codec 'XML': choose one of xml, binary");
  }

  @Test
  void typicalSnapshot_isLessThanHalfAsBinary() {
    int xml = SnapshotCodecs.XML.encode(Snapshots.typical()).length;
    int binary = SnapshotCodecs.BINARY.encode(Snapshots.typical()).length;

    assertThat(binary).isLessThan(xml / 2);
    assertThat(SnapshotCodecs.BINARY.encode(Snapshots.empty()))
        .as("an envelope and seven bytes")
        .hasSize(13 + 7);
  }
}
