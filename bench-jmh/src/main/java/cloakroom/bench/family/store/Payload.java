package cloakroom.bench.family.store;

import cloakroom.state.AdfLikeState;
import cloakroom.state.Snapshot;
import java.util.List;
import java.util.stream.LongStream;

/** What is stored. */
public enum Payload {
  /** Opaque bytes. */
  KB_1("1 KB", 1),
  KB_10("10 KB", 10),
  KB_100("100 KB", 100),
  /** Text, which the default storage compresses. */
  TEXT("10 KB of text", 10),
  /** State like that of an ADF module. */
  ADF("ADF x1", 1),
  ADF_8("ADF x8", 8);

  private static final int SNAPSHOTS = 64;

  private final String words;
  private final int size;

  Payload(String words, int size) {
    this.words = words;
    this.size = size;
  }

  /** As tables call it. */
  String words() {
    return words;
  }

  boolean isAdf() {
    return this == ADF || this == ADF_8;
  }

  States<byte[]> bytes() {
    return this == TEXT ? States.text(size << 10) : States.random(size << 10);
  }

  List<Snapshot> snapshots() {
    return LongStream.range(0, SNAPSHOTS).mapToObj(seed -> AdfLikeState.of(seed, size)).toList();
  }
}
