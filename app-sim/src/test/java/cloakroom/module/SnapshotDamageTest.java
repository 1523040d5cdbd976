package cloakroom.module;

import static cloakroom.module.PoolFixture.session;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import cloakroom.connection.ConnectionSource;
import cloakroom.connection.FaultyDatabase;
import cloakroom.connection.PoolKind;
import cloakroom.contract.Counter;
import cloakroom.module.CheckOutException.CheckOutFailure;
import cloakroom.passivation.FileStore;
import cloakroom.passivation.PsTxnDialect;
import cloakroom.passivation.PsTxnStore;
import cloakroom.passivation.PsTxnStore.WriteMode;
import cloakroom.passivation.SnapshotStore;
import cloakroom.passivation.StoredSnapshot;
import cloakroom.policy.Preset;
import cloakroom.state.BinarySnapshotCodec;
import cloakroom.state.Snapshot;
import cloakroom.state.SnapshotCodec;
import cloakroom.state.SnapshotCodecs;
import cloakroom.state.XmlSnapshotCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Damaged and oversized snapshots of each store and codec, which affect only their session. {@code
 * -Dcloakroom.damage=100000} sets the number of damaged ones.
 */
@Tag("scalable")
final class SnapshotDamageTest {
  private static final int LIMIT = 1_000;
  private static final int DAMAGED = Integer.getInteger("cloakroom.damage", 1_000);

  /** Shares of the damaged snapshots: one of the slow file store, four of each other store. */
  private static final int SHARES = 1 + 3 * 4;

  private static final long SEED = Long.getLong("cloakroom.seed", 18);
  private static final List<SnapshotCodec> CODECS =
      List.of(SnapshotCodecs.XML, SnapshotCodecs.BINARY);

  private final SessionCookie ann = session("ann");
  private final SessionCookie bob = session("bob");
  private final Random random = new Random(SEED);
  private final FaultyDatabase database = new FaultyDatabase();

  private enum Damage {
    BIT_FLIPPED,
    CUT_SHORT,
    EMPTY,
    GONE,
    ANOTHER_SESSIONS,
    ANOTHER_MODULES,
    OLDER_VERSION
  }

  private interface Reader {
    byte[] read(long id) throws IOException;
  }

  /** Writer of bytes; null removes them. */
  private interface Writer {
    void write(long id, byte[] content) throws IOException;
  }

  /** Direct access to the bytes of a store, without the store. */
  private record Ground(Reader reader, Writer writer) {}

  private record Kept(SnapshotStore store, Ground ground, AutoCloseable under) {}

  static Stream<Arguments> cells() {
    return Stream.of("memory", "file", "ps-txn", "ps-txn-classic")
        .flatMap(store -> CODECS.stream().map(codec -> Arguments.of(store, codec.name())));
  }

  private Kept kept(String name, Path directory) {
    database.calm(true);
    return switch (name) {
      case "memory" -> {
        FakeStore store = new FakeStore();
        yield new Kept(store, new Ground(id -> store.read(id, null), store::tamper), store);
      }
      case "file" -> {
        FileStore store = new FileStore(directory, false);
        yield new Kept(store, ground(directory), store);
      }
      default -> {
        ConnectionSource source = database.source(PoolKind.HIKARI, 2, 0);
        WriteMode mode =
            name.equals("ps-txn") ? WriteMode.ONE_STATEMENT : WriteMode.INSERT_THEN_LOB;
        yield new Kept(
            new PsTxnStore(source, PsTxnDialect.POSTGRESQL, mode),
            new Ground(database::snapshot, database::tamper),
            source);
      }
    };
  }

  /** Returns access to the content of files, after the version, which remains. */
  private static Ground ground(Path directory) {
    LongFunction<Path> file = id -> directory.resolve("%016x.snapshot".formatted(id));
    return new Ground(
        id -> {
          byte[] all = Files.readAllBytes(file.apply(id));
          return Arrays.copyOfRange(all, Long.BYTES, all.length);
        },
        (id, content) -> {
          if (content == null) {
            Files.delete(file.apply(id));
            return;
          }
          byte[] version = Arrays.copyOf(Files.readAllBytes(file.apply(id)), Long.BYTES);
          Files.write(file.apply(id), version);
          Files.write(file.apply(id), content, StandardOpenOption.APPEND);
        });
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("cells")
  void damagedSnapshot_isLostForItsSessionOnly(
      String store, String codecName, @TempDir Path directory) throws Exception {
    SnapshotCodec codec = SnapshotCodecs.named(codecName);
    Kept kept = kept(store, directory);
    PoolFixture f = pool(Preset.RELEASE_PASSIVATE, kept.store(), codec);
    int share = -Math.floorDiv(-DAMAGED, SHARES * CODECS.size() * Damage.values().length);
    int each = store.equals("file") ? share : 4 * share;
    for (int time = 0; time < each; time++) {
      for (Damage damage : Damage.values()) {
        f.request(ann, "ann's older");
        byte[] older = kept.ground().reader().read(ann.stored.id());
        f.request(ann, "ann's " + time);
        f.request(bob, "bob's " + time);
        damage(kept, codec, damage, older);

        CheckOutException lost = refusal(f, ann);

        assertThat(lost).as("%s in %s as %s", damage, store, codecName).isNotNull();
        assertThat(lost.reason()).as("%s: %s", damage, lost).isEqualTo(CheckOutFailure.ACTIVATION);
        assertThat(lost).hasMessageContaining("the session's state is lost: ");
        assertThat(lost.getMessage().lines()).hasSize(1);
        assertThat(f.request(ann, "new")).as("starts again after " + damage).isEmpty();
        assertThat(f.request(bob, "bob's")).as("bob after " + damage).isEqualTo("bob's " + time);
      }
    }
    assertThat(f.count(Counter.ACTIVATION_FAILURES))
        .isEqualTo((long) each * Damage.values().length);
    f.pool.close();
    kept.under().close();
  }

  private void damage(Kept kept, SnapshotCodec codec, Damage damage, byte[] older)
      throws IOException {
    long id = ann.stored.id();
    byte[] now = kept.ground().reader().read(id).clone();
    byte[] damaged =
        switch (damage) {
          case BIT_FLIPPED -> {
            now[random.nextInt(now.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
            yield now;
          }
          case CUT_SHORT -> Arrays.copyOf(now, random.nextInt(now.length));
          case EMPTY -> new byte[0];
          case GONE -> null;
          case ANOTHER_SESSIONS -> kept.ground().reader().read(bob.stored.id());
          case ANOTHER_MODULES -> ofAnotherModule(kept, codec);
          case OLDER_VERSION -> older;
        };
    kept.ground().writer().write(id, damaged);
  }

  /** Returns a snapshot of the same session and version in another module. */
  private byte[] ofAnotherModule(Kept kept, SnapshotCodec codec) throws IOException {
    FakeModule other = new FakeModule();
    other.state = "another module's";
    byte[] content =
        codec.encode(new Snapshot("OtherModule", "ann", ann.version, other.passivate()));
    StoredSnapshot its = kept.store().write(null, ann.version, content, null);
    byte[] bytes = kept.ground().reader().read(its.id());
    kept.store().delete(its, null);
    return bytes;
  }

  private static PoolFixture pool(Preset preset, SnapshotStore store, SnapshotCodec codec) {
    Map<String, String> small =
        Map.of("jbo.recyclethreshold", "1", "cloakroom.ampool.maxwait", "0");
    return new PoolFixture(preset.policy().with(small), store, codec);
  }

  private static CheckOutException refusal(PoolFixture f, SessionCookie cookie) {
    return catchThrowableOfType(CheckOutException.class, () -> f.pool.checkOut(cookie));
  }

  static List<SnapshotCodec> narrowCodecs() {
    return List.of(new XmlSnapshotCodec(LIMIT), new BinarySnapshotCodec(LIMIT));
  }

  @ParameterizedTest
  @MethodSource("narrowCodecs")
  void stateAboveLimit_staysInMemory(SnapshotCodec codec) {
    PoolFixture f = pool(Preset.STICKY, new FakeStore(), codec);
    String large = "x".repeat(LIMIT);
    f.request(ann, large);

    CheckOutException refused = refusal(f, bob);

    assertThat(refused.reason()).isEqualTo(CheckOutFailure.PASSIVATION);
    assertThat(refused).hasMessageContaining("too large").hasMessageContaining("limit of 1000");
    assertThat(f.count(Counter.PASSIVATION_FAILURES)).isEqualTo(1);
    assertThat(f.request(ann, "small")).isEqualTo(large);
    assertThat(f.request(bob, "bob's")).as("after the state has shrunk").isEmpty();
    assertThat(f.request(ann, "small")).isEqualTo("small");
  }
}
