package cloakroom.state;

import java.util.List;
import java.util.stream.Collectors;

/** The codecs by name, with their default size limit. */
public final class SnapshotCodecs {
  /** ADF's way: one XML document. */
  public static final SnapshotCodec XML = new XmlSnapshotCodec(SnapshotCodec.DEFAULT_LIMIT);

  public static final SnapshotCodec BINARY = new BinarySnapshotCodec(SnapshotCodec.DEFAULT_LIMIT);

  private static final List<SnapshotCodec> ALL = List.of(XML, BINARY);

  private SnapshotCodecs() {}

  /**
   * The codec of that name.
   *
   * @throws IllegalArgumentException naming the value and the choices
   */
  public static SnapshotCodec named(String name) {
    return ALL.stream()
        .filter(codec -> codec.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown codec '" + name + "': choose one of " + choices()));
  }

  public static String choices() {
    return ALL.stream().map(SnapshotCodec::name).collect(Collectors.joining(", "));
  }
}
