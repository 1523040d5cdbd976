package cloakroom.bench.family.codec;

import cloakroom.state.SnapshotCodec;
import cloakroom.state.SnapshotCodecs;

/** Our codecs, as a node has them. */
public enum Codec {
  BINARY("binary", SnapshotCodecs.BINARY),
  XML("xml", SnapshotCodecs.XML);

  /** As tables call it. */
  final String words;

  @SuppressWarnings("ImmutableEnumChecker") // a codec has no state that anybody sees
  final SnapshotCodec codec;

  Codec(String words, SnapshotCodec codec) {
    this.words = words;
    this.codec = codec;
  }
}
