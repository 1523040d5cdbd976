package cloakroom.bench.family.codec;

import cloakroom.bench.family.Family;
import cloakroom.bench.family.FamilyCell;
import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.family.FamilyRounds;
import cloakroom.bench.lab.Interval;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What it costs to turn a session into bytes and back, against the serializers in use. */
public final class CodecFamily implements Family {
  /** Leaves room for a row's other columns, its index and its commit in 2 KB of log. */
  private static final double COMPRESSED_BYTES = 1.85 * 1024;

  private static final String ENCODE = "encode";
  private static final String DECODE = "decode";
  private static final List<String> COLUMNS =
      List.of("bytes", "encode ns", "decode ns", "encode B/op", "decode B/op");

  @Override
  public String name() {
    return "codec";
  }

  @Override
  public boolean needsDatabase() {
    return false;
  }

  private static FamilyCell cell(Serializer serializer, String method) {
    return new FamilyCell(
        "session",
        serializer.words(),
        CodecBenchmark.class,
        method,
        Map.of("serializer", serializer.name()),
        1);
  }

  @Override
  public List<FamilyCell> cells(boolean full) {
    return Stream.of(Serializer.values())
        .flatMap(serializer -> Stream.of(cell(serializer, ENCODE), cell(serializer, DECODE)))
        .toList();
  }

  @Override
  public void read(FamilyRounds rounds, FamilyResult found) throws Exception {
    for (FamilyCell encode : rounds.cells(ENCODE)) {
      Serializer serializer = Serializer.valueOf(encode.parameters().get("serializer"));
      FamilyCell decode = cell(serializer, DECODE);
      found.row(
          encode,
          COLUMNS,
          CodecBenchmark.bytes(serializer),
          rounds.nanos(encode),
          rounds.nanos(decode),
          rounds.bytes(encode),
          rounds.bytes(decode));
    }
    double binary = CodecBenchmark.bytes(Serializer.BINARY);
    found.atMost(
        "time of encode + decode, binary / Apache Fory",
        1.2,
        Interval.of(both(rounds, Serializer.BINARY), both(rounds, Serializer.FORY)));
    found.atMost(
        "bytes, binary / Jackson CBOR",
        1,
        Interval.counted(binary, CodecBenchmark.bytes(Serializer.CBOR)));
    found.atMost(
        "bytes of " + Serializer.ZSTD_MODULE.words(),
        COMPRESSED_BYTES,
        "bytes",
        CodecBenchmark.bytes(Serializer.ZSTD_MODULE));
    found
        .remarks()
        .add(
            "Bytes: mean of "
                + CodecBenchmark.SESSIONS
                + " sessions, all different. Times: median of the rounds. Every serializer was"
                + " checked on every session before.");
  }

  /** Nanoseconds of an encode and a decode, round by round. */
  private static List<Double> both(FamilyRounds rounds, Serializer serializer) {
    List<Double> encode = rounds.nanosOfRounds(cell(serializer, ENCODE));
    List<Double> decode = rounds.nanosOfRounds(cell(serializer, DECODE));
    return IntStream.range(0, encode.size())
        .mapToObj(round -> encode.get(round) + decode.get(round))
        .toList();
  }
}
