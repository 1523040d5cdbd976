package cloakroom.bench.family.codec;

import cloakroom.bench.family.Family;
import cloakroom.bench.family.Family.Bar;
import cloakroom.bench.family.Family.Cell;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What it costs to turn a session into bytes and back. */
public final class CodecFamily {
  private static final List<String> METHODS = List.of("encode", "decode");

  private CodecFamily() {}

  /** The family. */
  public static Family of() {
    return new Family(
        "codec",
        false,
        METHODS.stream()
            .flatMap(method -> Stream.of(Codec.values()).map(codec -> cell(codec, method)))
            .toList(),
        List.of(
            new Bar(
                "encode + decode, binary / xml", both(Codec.BINARY), both(Codec.XML), false, 0.1)),
        List.of(
            CodecBenchmark.SESSIONS
                + " sessions, all different; every codec was checked on each of them before."));
  }

  private static List<Cell> both(Codec codec) {
    return METHODS.stream().map(method -> cell(codec, method)).toList();
  }

  private static Cell cell(Codec codec, String method) {
    return new Cell(
        method, codec.words, CodecBenchmark.class, method, Map.of("codec", codec.name()), 1);
  }
}
