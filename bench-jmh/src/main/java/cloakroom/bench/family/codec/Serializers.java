package cloakroom.bench.family.codec;

import cloakroom.bench.family.PlainState;
import cloakroom.state.AdfLikeState;
import cloakroom.state.ModuleState.EntityChange;
import cloakroom.state.Snapshot;
import cloakroom.state.SnapshotCodec;
import cloakroom.state.SnapshotCodecs;
import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.cbor.CBORFactory;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.function.Function;
import org.apache.fory.Fory;

/** Everything that can turn a session into bytes and back. */
final class Serializers {
  static final String BINARY = "binary";
  static final String ZSTD_MODULE = "zstd, dictionary of the module";
  static final String CBOR = "Jackson CBOR";
  static final String FORY = "Apache Fory";

  @FunctionalInterface
  interface Decoder {
    Object decode(byte[] bytes) throws Exception;
  }

  @FunctionalInterface
  interface Encoder {
    byte[] encode(Object value) throws Exception;
  }

  /**
   * A serializer.
   *
   * @param input what it takes for a snapshot
   * @param back the snapshot in what it decoded
   */
  record Serializer(
      String name,
      Function<Snapshot, Object> input,
      Encoder encoder,
      Decoder decoder,
      Function<Object, Snapshot> back) {}

  private static final List<Class<?>> OWN =
      List.of(
          PlainState.class,
          PlainState.View.class,
          PlainState.Change.class,
          EntityChange.Kind.class);

  private Serializers() {}

  static List<Serializer> all() {
    SnapshotCodec module = SnapshotCodecs.ZSTD.ofModule(AdfLikeState.blank());
    return List.of(
        own(BINARY, SnapshotCodecs.BINARY),
        own("zstd, general dictionary", SnapshotCodecs.ZSTD),
        own(ZSTD_MODULE, module),
        own("xml", SnapshotCodecs.XML),
        plain("Java serialization", Serializers::javaBytes, Serializers::javaObject),
        jackson("Jackson JSON", new ObjectMapper()),
        jackson(CBOR, new ObjectMapper(new CBORFactory())),
        kryo(),
        fory());
  }

  private static Serializer own(String name, SnapshotCodec codec) {
    return new Serializer(
        name,
        snapshot -> snapshot,
        value -> codec.encode((Snapshot) value),
        codec::decode,
        decoded -> (Snapshot) decoded);
  }

  private static Serializer plain(String name, Encoder encoder, Decoder decoder) {
    return new Serializer(
        name, PlainState::of, encoder, decoder, decoded -> ((PlainState) decoded).snapshot());
  }

  private static byte[] javaBytes(Object value) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(16_384);
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    return bytes.toByteArray();
  }

  @SuppressWarnings("BanSerializableRead") // its own bytes: this is what is compared
  private static Object javaObject(byte[] bytes) throws Exception {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return in.readObject();
    }
  }

  private static Serializer jackson(String name, ObjectMapper mapper) {
    mapper.setVisibility(PropertyAccessor.FIELD, Visibility.ANY);
    var writer = mapper.writerFor(PlainState.class);
    var reader = mapper.readerFor(PlainState.class);
    return plain(name, writer::writeValueAsBytes, bytes -> reader.readValue(bytes));
  }

  private static Serializer kryo() {
    Kryo kryo = new Kryo();
    kryo.setReferences(false);
    OWN.forEach(kryo::register);
    kryo.register(ArrayList.class);
    kryo.register(HashMap.class);
    Output out = new Output(65_536, -1);
    Input in = new Input();
    return plain(
        "Kryo",
        value -> {
          out.reset();
          kryo.writeObject(out, value);
          return out.toBytes();
        },
        bytes -> {
          in.setBuffer(bytes);
          return kryo.readObject(in, PlainState.class);
        });
  }

  private static Serializer fory() {
    Fory fory =
        Fory.builder()
            .withXlang(false)
            .withCompatible(false)
            .withRefTracking(false)
            .requireClassRegistration(true)
            .withAsyncCompilation(false)
            .build();
    OWN.forEach(fory::register);
    return plain(FORY, fory::serialize, fory::deserialize);
  }
}
