package cloakroom.bench.suite;

import cloakroom.state.AdfLikeState;
import cloakroom.state.Snapshot;
import cloakroom.state.SnapshotCodec;
import cloakroom.state.SnapshotCodecs;
import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.CollectionSerializer;
import com.esotericsoftware.kryo.serializers.MapSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.fory.Fory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Benchmark of codecs, which encode and decode session state, next to serializers of others. The
 * states resemble those of an ADF module. The setup checks that decoding restores each state.
 *
 * <pre>java -jar bench-jmh/target/benchmarks.jar CodecBenchmark -prof gc -rf json</pre>
 */
@State(Scope.Thread)
public class CodecBenchmark extends SuiteBenchmark {
  private static final int SESSIONS = 64;

  @Param({"binary", "xml", "cbor", "kryo", "fory"})
  public String codec;

  private final Snapshot[] sessions = new Snapshot[SESSIONS];
  private final byte[][] contents = new byte[SESSIONS][];
  private Serializer tested;
  private int next;

  private interface Encoder {
    byte[] encode(Snapshot session) throws IOException;
  }

  private interface Decoder {
    Snapshot decode(byte[] content) throws IOException;
  }

  private record Serializer(Encoder encoder, Decoder decoder) {
    static Serializer named(String name) {
      return switch (name) {
        case "cbor" -> cbor();
        case "kryo" -> kryo();
        case "fory" -> fory();
        default -> {
          SnapshotCodec codec = SnapshotCodecs.named(name);
          yield new Serializer(codec::encode, codec::decode);
        }
      };
    }

    private static Serializer cbor() {
      ObjectMapper mapper = new ObjectMapper(new CBORFactory());
      ObjectWriter writer = mapper.writerFor(Snapshot.class);
      ObjectReader reader = mapper.readerFor(Snapshot.class);
      return new Serializer(writer::writeValueAsBytes, content -> reader.readValue(content));
    }

    private static Serializer kryo() {
      Kryo kryo = new Kryo();
      kryo.setRegistrationRequired(false);
      kryo.setReferences(false);
      kryo.addDefaultSerializer(Map.class, new TreeMapSerializer());
      kryo.addDefaultSerializer(List.class, new ArrayListSerializer());
      Output out = new Output(65_536, -1);
      return new Serializer(
          session -> {
            out.reset();
            kryo.writeObject(out, session);
            return out.toBytes();
          },
          content -> kryo.readObject(new Input(content), Snapshot.class));
    }

    private static Serializer fory() {
      Fory fory = Fory.builder().withXlang(false).requireClassRegistration(false).build();
      return new Serializer(fory::serialize, content -> (Snapshot) fory.deserialize(content));
    }
  }

  /** Serializer of Kryo for maps without a public constructor, such as unmodifiable ones. */
  private static final class TreeMapSerializer extends MapSerializer<Map<?, ?>> {
    @Override
    protected Map<?, ?> create(Kryo kryo, Input in, Class<? extends Map<?, ?>> type, int size) {
      return new TreeMap<>();
    }
  }

  private static final class ArrayListSerializer extends CollectionSerializer<List<?>> {
    @Override
    protected List<?> create(Kryo kryo, Input in, Class<? extends List<?>> type, int size) {
      return new ArrayList<>(size);
    }
  }

  @Setup
  public void open() throws IOException {
    tested = Serializer.named(codec);
    for (int i = 0; i < SESSIONS; i++) {
      sessions[i] = AdfLikeState.of(i, 1);
      contents[i] = tested.encoder.encode(sessions[i]);
      if (!tested.decoder.decode(contents[i]).equals(sessions[i])) {
        throw new IllegalStateException("codec " + codec + ": session " + i + " is not restored");
      }
    }
  }

  @Benchmark
  public byte[] encode() throws IOException {
    return tested.encoder.encode(sessions[next()]);
  }

  @Benchmark
  public Snapshot decode() throws IOException {
    return tested.decoder.decode(contents[next()]);
  }

  private int next() {
    next = next + 1 < SESSIONS ? next + 1 : 0;
    return next;
  }
}
