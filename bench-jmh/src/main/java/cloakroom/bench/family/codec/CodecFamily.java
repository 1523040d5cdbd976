package cloakroom.bench.family.codec;

import cloakroom.bench.family.Cell;
import cloakroom.bench.family.Family;
import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.family.FamilyRounds;
import cloakroom.bench.lab.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

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

  private static Cell cell(Serializer serializer, int factor, String method) {
    return new Cell(
        "session x" + factor,
        serializer.words(),
        CodecBenchmark.class,
        method,
        Map.of("serializer", serializer.name(), "factor", "" + factor),
        1);
  }

  @Override
  public List<Cell> cells(boolean full) {
    List<Cell> cells = new ArrayList<>();
    for (int factor : full ? List.of(1, 8) : List.of(1)) {
      for (Serializer serializer : Serializer.values()) {
        cells.add(cell(serializer, factor, ENCODE));
        cells.add(cell(serializer, factor, DECODE));
      }
    }
    return cells;
  }

  @Override
  public void read(FamilyRounds rounds, FamilyResult found) throws Exception {
    for (Cell encode : rounds.cells(ENCODE)) {
      Serializer serializer = Serializer.valueOf(encode.parameters().get("serializer"));
      int factor = Integer.parseInt(encode.parameters().get("factor"));
      Cell decode = cell(serializer, factor, DECODE);
      found.row(
          encode,
          COLUMNS,
          CodecBenchmark.bytes(serializer, factor),
          rounds.nanos(encode),
          rounds.nanos(decode),
          rounds.bytes(encode),
          rounds.bytes(decode));
    }
    double binary = CodecBenchmark.bytes(Serializer.BINARY, 1);
    found.atMost(
        "x1: time of encode + decode, binary / Apache Fory",
        1.2,
        Interval.of(both(rounds, Serializer.BINARY), both(rounds, Serializer.FORY)));
    found.atMost(
        "x1: bytes, binary / Jackson CBOR",
        1,
        Interval.counted(binary, CodecBenchmark.bytes(Serializer.CBOR, 1)));
    found.atMost(
        "x1: bytes of " + Serializer.ZSTD_MODULE.words(),
        COMPRESSED_BYTES,
        "bytes",
        CodecBenchmark.bytes(Serializer.ZSTD_MODULE, 1));
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
    List<Double> encode = rounds.nanosOfRounds(cell(serializer, 1, ENCODE));
    List<Double> decode = rounds.nanosOfRounds(cell(serializer, 1, DECODE));
    return IntStream.range(0, encode.size())
        .mapToObj(round -> encode.get(round) + decode.get(round))
        .toList();
  }
}
