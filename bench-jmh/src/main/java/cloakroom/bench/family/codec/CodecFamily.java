package cloakroom.bench.family.codec;

import cloakroom.bench.family.Family;
import cloakroom.bench.family.FamilyResult;
import cloakroom.bench.family.codec.Serializers.Serializer;
import cloakroom.bench.lab.Blocks;
import cloakroom.bench.lab.Blocks.Figures;
import cloakroom.bench.lab.Blocks.Operation;
import cloakroom.bench.lab.Interval;
import cloakroom.state.AdfLikeState;
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

  private static final List<String> COLUMNS =
      List.of("bytes", "encode ns", "decode ns", "encode B/op", "decode B/op");

  /** Made where something is measured: JMH's class looks into itself by what later JDKs warn of. */
  private static final class Sink {
    static final Blackhole HOLE =
        new Blackhole(
            "Today's password is swordfish. I understand instantiating Blackholes directly is"
                + " dangerous.");
  }

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
    FamilyResult found = new FamilyResult(name());
    progress.accept("codec: sessions of 30 view objects and 20 rows, about 70 s");
    bars(cell(1, plan, found), found);
    progress.accept("codec: sessions of eight times that, about 70 s");
    cell(8, plan, found);
    found
        .remarks()
        .add(
            "Bytes: mean of "
                + SESSIONS
                + " sessions, all different. Times: median of the rounds. Every serializer was"
                + " checked on every session before.");
    return found;
  }

  private static Cell cell(int factor, Family.Plan plan, FamilyResult found) throws Exception {
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
            thread -> over(inputs, value -> Sink.HOLE.consume(serializer.encoder().encode(value))));
        blocks.subject(
            decode(serializer),
            thread ->
                over(contents, value -> Sink.HOLE.consume(serializer.decoder().decode(value))));
      }
      Map<String, Figures> figures = blocks.run(WARM_UP, BLOCK, plan.rounds());
      for (Serializer serializer : Serializers.all()) {
        Figures encode = figures.get(encode(serializer));
        Figures decode = figures.get(decode(serializer));
        found.row(
            "session x" + factor,
            serializer.name(),
            COLUMNS,
            bytes.get(serializer.name()),
            1e9 / encode.rate(),
            1e9 / decode.rate(),
            encode.bytes(),
            decode.bytes());
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

  private static void bars(Cell cell, FamilyResult found) {
    found.atMost(
        "x1: time of encode + decode, binary / Apache Fory",
        1.2,
        Interval.of(both(cell, Serializers.BINARY), both(cell, Serializers.FORY)));
    found.atMost(
        "x1: bytes, binary / Jackson CBOR",
        1,
        Interval.counted(cell.bytes().get(Serializers.BINARY), cell.bytes().get(Serializers.CBOR)));
    found.atMost(
        "x1: bytes of " + Serializers.ZSTD_MODULE,
        COMPRESSED_BYTES,
        "bytes",
        cell.bytes().get(Serializers.ZSTD_MODULE));
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
