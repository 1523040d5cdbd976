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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.apache.fory.Fory;

/** Everything that can turn a session into bytes and back. */
public enum Serializer {
  BINARY("binary"),
  ZSTD("zstd, general dictionary"),
  ZSTD_MODULE("zstd, dictionary of the module"),
  XML("xml"),
  CBOR("Jackson CBOR"),
  KRYO("Kryo"),
  FORY("Apache Fory");

  @FunctionalInterface
  interface Decoder {
    Object decode(byte[] bytes) throws Exception;
  }

  @FunctionalInterface
  interface Encoder {
    byte[] encode(Object value) throws Exception;
  }

  /** How it is done by one thread. */
  record Way(Encoder encoder, Decoder decoder) {}

  private static final List<Class<?>> OWN =
      List.of(
          PlainState.class,
          PlainState.View.class,
          PlainState.Change.class,
          EntityChange.Kind.class);

  private final String words;

  Serializer(String words) {
    this.words = words;
  }

  /** As tables call it. */
  String words() {
    return words;
  }

  Way open() {
    return switch (this) {
      case BINARY -> own(SnapshotCodecs.BINARY);
      case ZSTD -> own(SnapshotCodecs.ZSTD);
      case ZSTD_MODULE -> own(SnapshotCodecs.ZSTD.ofModule(AdfLikeState.blank()));
      case XML -> own(SnapshotCodecs.XML);
      case CBOR -> cbor();
      case KRYO -> kryo();
      case FORY -> fory();
    };
  }

  /** What it takes for a snapshot, and gives back. */
  Object input(Snapshot snapshot) {
    return compareTo(XML) <= 0 ? snapshot : PlainState.of(snapshot);
  }

  private static Way own(SnapshotCodec codec) {
    return new Way(value -> codec.encode((Snapshot) value), codec::decode);
  }

  private static Way cbor() {
    ObjectMapper mapper = new ObjectMapper(new CBORFactory());
    mapper.setVisibility(PropertyAccessor.FIELD, Visibility.ANY);
    var writer = mapper.writerFor(PlainState.class);
    var reader = mapper.readerFor(PlainState.class);
    return new Way(writer::writeValueAsBytes, bytes -> reader.readValue(bytes));
  }

  private static Way kryo() {
    Kryo kryo = new Kryo();
    kryo.setReferences(false);
    OWN.forEach(kryo::register);
    kryo.register(ArrayList.class);
    kryo.register(HashMap.class);
    Output out = new Output(65_536, -1);
    Input in = new Input();
    return new Way(
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

  private static Way fory() {
    Fory fory =
        Fory.builder()
            .withXlang(false)
            .withCompatible(false)
            .withRefTracking(false)
            .requireClassRegistration(true)
            .withAsyncCompilation(false)
            .build();
    OWN.forEach(fory::register);
    return new Way(fory::serialize, fory::deserialize);
  }
}
