package cloakroom.bench.family.codec;

import cloakroom.bench.family.AdfLikeState;
import cloakroom.bench.family.Family;
import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.family.FamilyResult.Bar;
import cloakroom.bench.family.FamilyResult.BarResult;
import cloakroom.bench.family.FamilyResult.Row;
import cloakroom.bench.family.codec.Serializers.Serializer;
import cloakroom.bench.lab.Blocks;
import cloakroom.bench.lab.Blocks.Figures;
import cloakroom.bench.lab.Blocks.Operation;
import cloakroom.bench.lab.Interval;
import cloakroom.state.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What it costs to turn a session into bytes and back, against the serializers in use. Before
 * anything is timed, every serializer gives back every session as it was.
 */
public final class CodecFamily implements Family {
  private static final int SESSIONS = 64;
  private static final Duration WARM_UP = Duration.ofMillis(1_500);
  private static final Duration BLOCK = Duration.ofMillis(400);

  /** Leaves room for a row's other columns, its index and its commit in 2 KB of log. */
  private static final double COMPRESSED_BYTES = 1.85 * 1024;

  private static final Blackhole SINK =
      new Blackhole(
          "Today's password is swordfish. I understand instantiating Blackholes directly is"
              + " dangerous.");

  private record Cell(Map<String, Double> bytes, Map<String, Figures> figures) {}

  @Override
  public String name() {
    return "codec";
  }

  @Override
  public boolean needsDatabase() {
    return false;
  }

  @Override
  public FamilyResult run(Family.Plan plan, Consumer<String> progress) throws Exception {
    List<Row> rows = new ArrayList<>();
    progress.accept("codec: sessions of 30 view objects and 20 rows, about 70 s");
    Cell one = cell(1, plan, rows);
    progress.accept("codec: sessions of eight times that, about 70 s");
    cell(8, plan, rows);
    return new FamilyResult(
        name(),
        rows,
        bars(one),
        List.of(
            "Bytes: mean of "
                + SESSIONS
                + " sessions, all different. Times: median of the rounds. Every serializer was"
                + " checked on every session before."));
  }

  private static Cell cell(int factor, Family.Plan plan, List<Row> rows) throws Exception {
    List<Snapshot> sessions =
        IntStream.range(0, SESSIONS).mapToObj(seed -> AdfLikeState.of(seed, factor)).toList();
    Map<String, Double> bytes = new LinkedHashMap<>();
    try (Blocks blocks = new Blocks(1)) {
      for (Serializer serializer : Serializers.all()) {
        List<Object> inputs = sessions.stream().map(serializer.input()).toList();
        List<byte[]> contents = encoded(serializer, inputs, sessions);
        bytes.put(
            serializer.name(), contents.stream().mapToInt(c -> c.length).average().orElseThrow());
        blocks.subject(
            encode(serializer),
            thread -> over(inputs, value -> SINK.consume(serializer.encoder().encode(value))));
        blocks.subject(
            decode(serializer),
            thread -> over(contents, value -> SINK.consume(serializer.decoder().decode(value))));
      }
      Map<String, Figures> figures = blocks.run(WARM_UP, BLOCK, plan.rounds());
      for (Serializer serializer : Serializers.all()) {
        Figures encode = figures.get(encode(serializer));
        Figures decode = figures.get(decode(serializer));
        Map<String, Double> row = new LinkedHashMap<>();
        row.put("bytes", bytes.get(serializer.name()));
        row.put("encode ns", 1e9 / encode.rate());
        row.put("decode ns", 1e9 / decode.rate());
        row.put("encode B/op", encode.bytes());
        row.put("decode B/op", decode.bytes());
        rows.add(new Row("session x" + factor, serializer.name(), row));
      }
      return new Cell(bytes, figures);
    }
  }

  private static String encode(Serializer serializer) {
    return serializer.name() + " encode";
  }

  private static String decode(Serializer serializer) {
    return serializer.name() + " decode";
  }

  private static List<byte[]> encoded(
      Serializer serializer, List<Object> inputs, List<Snapshot> sessions) throws Exception {
    List<byte[]> contents = new ArrayList<>();
    for (int i = 0; i < inputs.size(); i++) {
      byte[] content = serializer.encoder().encode(inputs.get(i));
      Snapshot back = serializer.back().apply(serializer.decoder().decode(content));
      if (!back.equals(sessions.get(i))) {
        throw new IllegalStateException(
            serializer.name() + " does not give back what it was given");
      }
      contents.add(content);
    }
    return contents;
  }

  @FunctionalInterface
  private interface Use<T> {
    void of(T value) throws Exception;
  }

  private static <T> Operation over(List<T> values, Use<T> use) {
    int[] next = {0};
    List<T> own = Collections.unmodifiableList(new ArrayList<>(values));
    return () -> use.of(own.get(next[0]++ % SESSIONS));
  }

  private static List<BarResult> bars(Cell cell) {
    return List.of(
        new BarResult(
            "x1: time of encode + decode, binary / Apache Fory",
            Bar.atMost(1.2),
            Interval.of(both(cell, Serializers.BINARY), both(cell, Serializers.FORY))),
        new BarResult(
            "x1: bytes, binary / Jackson CBOR",
            Bar.atMost(1),
            Interval.counted(
                cell.bytes().get(Serializers.BINARY), cell.bytes().get(Serializers.CBOR))),
        new BarResult(
            "x1: bytes of " + Serializers.ZSTD_MODULE,
            Bar.atMost(COMPRESSED_BYTES, "bytes"),
            Interval.counted(cell.bytes().get(Serializers.ZSTD_MODULE), 1)));
  }

  /** Seconds of an encode and a decode, round by round. */
  private static List<Double> both(Cell cell, String name) {
    List<Double> encode = cell.figures().get(name + " encode").rates();
    List<Double> decode = cell.figures().get(name + " decode").rates();
    return IntStream.range(0, encode.size())
        .mapToObj(round -> 1 / encode.get(round) + 1 / decode.get(round))
        .toList();
  }
}
