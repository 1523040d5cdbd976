package cloakroom.stress.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class VariantNamesTest {
  private static Variant variant(String text) {
    String[] words = text.split(" ", -1);
    boolean named = words[0].endsWith(":");
    Map<String, String> choices = new LinkedHashMap<>();
    Stream.of(words)
        .skip(1)
        .forEach(word -> choices.put(word.split("=", 2)[0], word.split("=", 2)[1]));
    return new Variant(
        named ? words[0].replace(":", "") : "", named ? "sticky" : words[0], choices);
  }

  private static List<String> names(Set<String> varied, String... variants) {
    return VariantNames.named(Stream.of(variants).map(VariantNamesTest::variant).toList(), varied)
        .stream()
        .map(Variant::name)
        .toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sticky; noop                                         | sticky; noop
          sticky store=memory; noop store=memory               | sticky; noop
          sticky; sticky jbo.recyclethreshold=200              | sticky; sticky 200
          sticky nodes=1; sticky nodes=2                       | sticky 1 node; sticky 2 nodes
          sticky jbo.dofailover=true; sticky                   | sticky dofailover true; sticky
          release-in-memory reset-level=full jbo.recyclethreshold=200; sticky | release-in-memory full 200; sticky
          release-in-memory store=memory jbo.recyclethreshold=200; release-passivate | in-memory memory 200; passivate
          connection-threshold store=ps-txn-classic; sticky    | threshold ps-txn-classic; sticky
          a: store=memory; sticky                              | a; sticky
          a:; b: store=memory                                  | a; b
          """)
  void name_isThePolicyAndWhatDiffers(String variants, String names) {
    assertThat(names(Set.of(), variants.split("; ", -1))).containsExactly(names.split("; ", -1));
  }

  @Test
  void givenName_getsWhatIsVariedBehindIt() {
    assertThat(names(Set.of("store"), "a: store=memory fetch-size=1", "a: store=file fetch-size=2"))
        .containsExactly("a memory", "a file");
  }

  @Test
  void namesThatStayTooLong_loseTheirEndAndGetTheirNumber() {
    List<String> many = new ArrayList<>();
    for (String store : List.of("ps-txn", "ps-txn-classic")) {
      for (String commit : List.of("5ms", "10ms")) {
        many.add(
            "release-passivate reset-level=%s store=%s pool=%s pool-size=40 commit-delay=%s"
                .formatted(commit.equals("5ms") ? "full" : "none", store, "hikari", commit));
      }
    }
    many.add("sticky");
    List<String> names = names(Set.of(), many.toArray(String[]::new));
    assertThat(names)
        .doesNotHaveDuplicates()
        .allMatch(name -> name.length() <= VariantNames.MAX_LENGTH)
        .startsWith("passivate full ps-txn (1)")
        .endsWith("sticky");
  }
}
