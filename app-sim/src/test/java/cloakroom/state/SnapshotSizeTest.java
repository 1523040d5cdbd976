package cloakroom.state;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What a snapshot weighs, in each codec. */
final class SnapshotSizeTest {

  @Test
  void typicalSnapshot_weighsLessThanHalfAsBinary() {
    int xml = SnapshotCodecs.XML.encode(Snapshots.typical()).length;
    int binary = SnapshotCodecs.BINARY.encode(Snapshots.typical()).length;
    int zstd = SnapshotCodecs.ZSTD.encode(Snapshots.typical()).length;
    System.out.printf(
        "Snapshot of 30 view objects and 20 pending rows of 10 attributes:"
            + " xml %,d bytes, binary %,d bytes (%.1f x), zstd %,d bytes%n",
        xml, binary, (double) xml / binary, zstd);

    assertThat(binary).isLessThan(xml / 2);
  }

  @Test
  void emptySnapshot_isHeaderAndSevenBytes() {
    assertThat(SnapshotCodecs.BINARY.encode(Snapshots.empty())).hasSize(14 + 7);
  }
}
