package cloakroom.state;

import java.util.stream.Stream;

/** Snapshot codecs for XML and for binary data, each with the default size limit. */
public final class SnapshotCodecs {
  /** Codec that writes one XML document per snapshot, in the manner of ADF. */
  public static final SnapshotCodec XML = new XmlSnapshotCodec(SnapshotCodec.DEFAULT_LIMIT);

  public static final SnapshotCodec BINARY = new BinarySnapshotCodec(SnapshotCodec.DEFAULT_LIMIT);

  private SnapshotCodecs() {}

  /** Returns the codec with this name; throws IllegalArgumentException if none exists. */
  public static SnapshotCodec named(String name) {
    String form = "unknown codec '%s': choose one of %s, %s";
    return Stream.of(XML, BINARY)
        .filter(codec -> codec.name().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException(form.formatted(name, XML.name(), BINARY.name())));
  }
}
