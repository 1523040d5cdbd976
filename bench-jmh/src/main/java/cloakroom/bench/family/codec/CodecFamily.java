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

/** What it costs to turn a session into bytes and back. */
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

  private static FamilyCell cell(Codec codec, String method) {
    return new FamilyCell(
        "session", codec.words, CodecBenchmark.class, method, Map.of("codec", codec.name()), 1);
  }

  @Override
  public List<FamilyCell> cells(boolean full) {
    return Stream.of(Codec.values())
        .flatMap(codec -> Stream.of(cell(codec, ENCODE), cell(codec, DECODE)))
        .toList();
  }

  @Override
  public void read(FamilyRounds rounds, FamilyResult found) throws Exception {
    for (FamilyCell encode : rounds.cells(ENCODE)) {
      Codec codec = Codec.valueOf(encode.parameters().get("codec"));
      FamilyCell decode = cell(codec, DECODE);
      found.row(
          encode,
          COLUMNS,
          CodecBenchmark.bytes(codec),
          rounds.nanos(encode),
          rounds.nanos(decode),
          rounds.bytes(encode),
          rounds.bytes(decode));
    }
    found.atMost(
        "time of encode + decode, binary / xml",
        0.1,
        Interval.of(both(rounds, Codec.BINARY), both(rounds, Codec.XML)));
    found.atMost(
        "bytes of " + Codec.ZSTD_MODULE.words,
        COMPRESSED_BYTES,
        "bytes",
        CodecBenchmark.bytes(Codec.ZSTD_MODULE));
    found
        .remarks()
        .add(
            "Bytes: mean of "
                + CodecBenchmark.SESSIONS
                + " sessions, all different. Times: median of the rounds. Every codec was"
                + " checked on every session before.");
  }

  /** Nanoseconds of an encode and a decode, round by round. */
  private static List<Double> both(FamilyRounds rounds, Codec codec) {
    List<Double> encode = rounds.nanosOfRounds(cell(codec, ENCODE));
    List<Double> decode = rounds.nanosOfRounds(cell(codec, DECODE));
    return IntStream.range(0, encode.size())
        .mapToObj(round -> encode.get(round) + decode.get(round))
        .toList();
  }
}
