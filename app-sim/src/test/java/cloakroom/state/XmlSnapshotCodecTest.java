package cloakroom.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Any state comes back as it was, whatever characters are in it; anything else is refused. */
class XmlSnapshotCodecTest {
  private final XmlSnapshotCodec codec = new XmlSnapshotCodec();

  @Property(tries = 500)
  void decode_givesBackWhatWasEncoded(@ForAll("snapshots") Snapshot snapshot) {
    assertThat(codec.decode(codec.encode(snapshot))).isEqualTo(snapshot);
  }

  @Property(tries = 300)
  void truncated_isRefused(@ForAll("snapshots") Snapshot snapshot) {
    byte[] content = codec.encode(snapshot);
    byte[] cut = java.util.Arrays.copyOf(content, content.length - 1);

    assertThatThrownBy(() -> codec.decode(cut)).isInstanceOf(CorruptSnapshotException.class);
  }

  @Example
  void otherDocuments_areRefused() {
    for (String text :
        List.of(
            "",
            "x",
            "<AM/>",
            "<AM Format=\"2\" Name=\"m\" Session=\"s\" Version=\"1\"/>",
            "<AM Format=\"1\" Name=\"m\" Session=\"s\" Version=\"-1\"/>",
            "<AM Format=\"1\" Name=\"m\" Session=\"s\" Version=\"1\"><X/></AM>",
            "<AM Format=\"1\" Name=\"m\" Session=\"s\" Version=\"1\"><VO Name=\"v\"/></AM>",
            "<AM Format=\"1\" Name=\"m\" Session=\"s\" Version=\"1\"><EO Name=\"e\" Key=\"1\""
                + " Kind=\"LOST\"/></AM>")) {
      assertThatThrownBy(() -> codec.decode(text.getBytes(StandardCharsets.UTF_8)))
          .as(text)
          .isInstanceOf(CorruptSnapshotException.class)
          .hasMessageStartingWith("not a snapshot");
    }
  }

  @Example
  void externalEntities_areNotRead() {
    String text =
        "<!DOCTYPE AM [<!ENTITY x SYSTEM \"file:///etc/hostname\">]>"
            + "<AM Format=\"1\" Name=\"&x;\" Session=\"s\" Version=\"1\"/>";

    assertThatThrownBy(() -> codec.decode(text.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(CorruptSnapshotException.class);
  }

  @Provide
  Arbitrary<Snapshot> snapshots() {
    Arbitrary<String> name = Arbitraries.strings().ofMinLength(1).ofMaxLength(12);
    Arbitrary<String> text = Arbitraries.strings().ofMaxLength(20);
    Arbitrary<SortedMap<String, String>> values =
        Arbitraries.maps(name, text.injectNull(0.1)).ofMaxSize(4).map(TreeMap::new);
    Arbitrary<Map<String, String>> binds = Arbitraries.maps(name, text).ofMaxSize(3);
    Arbitrary<ViewState> views =
        Combinators.combine(
                name,
                binds,
                Arbitraries.integers().between(0, 1_000_000),
                Arbitraries.integers().between(1, 500),
                text.injectNull(0.2))
            .as(ViewState::new);
    Arbitrary<EntityChange> changes =
        Combinators.combine(name, text, Arbitraries.of(EntityChange.Kind.class), values, values)
            .as(EntityChange::new);
    Arbitrary<ModuleState> states =
        Combinators.combine(views.list().ofMaxSize(3), changes.list().ofMaxSize(3), values)
            .as(ModuleState::new);
    return Combinators.combine(name, name, Arbitraries.longs().greaterOrEqual(0), states)
        .as(Snapshot::new);
  }
}
