package cloakroom.state;

import java.util.stream.Stream;

/** All codecs, with the default size limit. */
public final class SnapshotCodecs {
  /** One XML document, as in ADF. */
  public static final SnapshotCodec XML = new XmlSnapshotCodec(SnapshotCodec.DEFAULT_LIMIT);

  public static final SnapshotCodec BINARY = new BinarySnapshotCodec(SnapshotCodec.DEFAULT_LIMIT);

  private SnapshotCodecs() {}

  /** Returns the codec of that name. Throws IllegalArgumentException if there is none. */
  public static SnapshotCodec named(String name) {
    return Stream.of(XML, BINARY)
        .filter(codec -> codec.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown codec '%s': choose one of %s, %s"
                        .formatted(name, XML.name(), BINARY.name())));
  }
}
