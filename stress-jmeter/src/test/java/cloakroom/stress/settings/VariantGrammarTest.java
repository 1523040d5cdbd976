package cloakroom.stress.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.stress.folder.Variant;
import cloakroom.stress.predict.AdviseCommand;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariantGrammarTest {
  @TempDir private Path folder;
  private EmptyInstallation installation;

  @BeforeEach
  void lay() {
    installation = new EmptyInstallation(folder);
  }

  private List<Variant> variants(String... arguments) {
    return installation.check(arguments).variants();
  }

  /** Returns variants by their texts; options follow a double ampersand. */
  private List<Variant> written(String texts) {
    List<String> arguments = new ArrayList<>();
    String[] parts = texts.split(" && ", -1);
    for (String text : parts[0].split(" *; *", -1)) {
      arguments.addAll(List.of("--variant", text));
    }
    Stream.of(parts).skip(1).forEach(options -> arguments.addAll(List.of(options.split(" ", -1))));
    return variants(arguments.toArray(String[]::new));
  }

  private static String own(Variant variant) {
    return chosen(variant).replaceAll(" ?pool(-size)?=\\w+", "").strip();
  }

  /** The policy and the choices, without those that all variants have. */
  private static String chosen(Variant variant) {
    String choices =
        variant.choices().all().entrySet().stream()
            .map(Object::toString)
            .filter(choice -> !List.of("pool-min=0", "reset-level=rollback").contains(choice))
            .collect(Collectors.joining(" "));
    return (variant.policy() + " " + choices).strip();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          sticky                                  | sticky: sticky
          store=memory                            | sticky: sticky store=memory
          large: jbo.recyclethreshold=200 noop    | large: noop jbo.recyclethreshold=200
          a, b (c=1) / d: noop                    | a, b (c=1) / d: noop
          a:noop                                  | a: noop
          bc4j="my app/bc4j.xcfg#a.M/Dept"        | a.M/Dept: bc4j=my app/bc4j.xcfg#a.M/Dept
          bc4j=C:/x.xcfg#Dept noop                | noop: noop bc4j=C:/x.xcfg#Dept
          x: bc4j=C:/x.xcfg                       | x: bc4j=C:/x.xcfg
          two: nodes=2 no-affinity think=3s       | two: sticky nodes=2 no-affinity=true think=3s
          slow: commit-delay=5ms read-timeout=1500ms | slow: sticky read-timeout=1500ms commit-delay=5ms
          reset-level=full                            | sticky: sticky reset-level=full
          """)
  void text_isAVariant(String text, String variant) {
    Variant read = variants("--variant", text).get(0);

    assertThat(read.name() + ": " + own(read)).isEqualTo(variant);
  }

  /** An option applies to each variant without a separate choice; pool sizes follow the users. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          sticky; b: store=memory pool=none && --store file --pool hikari --set jbo.a=1 | sticky: sticky pool=hikari pool-size=200 store=file jbo.a=1; b: sticky pool=none pool-size=200 store=memory jbo.a=1
          a: nodes=3; sticky && --users 200 | a: sticky pool=ucp pool-size=150 nodes=3; sticky: sticky pool=ucp pool-size=440
          """)
  void option_countsForEveryVariantWithoutItsOwnChoice(String texts, String variants) {
    assertThat(written(texts).stream().map(v -> v.name() + ": " + chosen(v)).toList())
        .containsExactly(variants.split("; ", -1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --policies sticky --reset-level full                    | sticky
          --policies sticky --vary jbo.recyclethreshold=10,40 | sticky 10; sticky 40
          --policies sticky,noop --reset-level none,full          | sticky none; sticky full; noop none; noop full
          --policies sticky --plan state-kinds                | sticky none; sticky full
          --policies sticky --plan state-kinds --reset-level rollback | sticky
          --policies sticky --vary pool-size=20,40 --vary store=ps-txn,memory | sticky pool 20 ps-txn; sticky pool 20 memory; sticky pool 40 ps-txn; sticky pool 40 memory
          --policies sticky --vary store=ps-txn,memory --nodes 1,2 | sticky 1 node ps-txn; sticky 1 node memory; sticky 2 nodes ps-txn; sticky 2 nodes memory
          --policies sticky --commit-delay 0,5ms                 | sticky commit 0ms; sticky commit 5ms
          --policies noop --vary think=1s,3s --vary no-affinity=true,false --nodes 2 | noop think 1s no affinity; noop think 1s affinity; noop think 3s no affinity; noop think 3s affinity
          --policies noop --bc4j x.xcfg --am-config A,B       | noop; A; B
          --bc4j x.xcfg                                       | sticky; release-in-memory; x.xcfg
          --policies noop --vary bc4j=x#A,y#B                 | noop A; noop B
          """)
  void shortForms_multiply(String commandLine, String names) {
    List<Variant> all = variants(commandLine.split(" ", -1));
    assertThat(all).extracting(Variant::name).containsExactly(names.split("; ", -1));
  }

  @Test
  void writtenVariants_areMultipliedToo() {
    assertThat(written("large: store=memory; noop && --vary jbo.recyclethreshold=10,200"))
        .extracting(Variant::name)
        .containsExactly("large 10", "large 200", "noop 10", "noop 200");
    assertThat(written("a: noop && --plan state-kinds"))
        .extracting(Variant::name)
        .containsExactly("a none", "a full");
    assertThat(written("a: noop; b: noop reset-level=full && --plan state-kinds"))
        .as("replaces the plan's own reset levels")
        .hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          sticky noop                    | --variant 'sticky noop': has two policies, sticky and noop
          stiky                          | --variant: unknown policy 'stiky'; choose from sticky, release-in-memory, noop
          all                            | --variant: unknown policy 'all'; choose from sticky, release-in-memory, noop
          a: pool-size=ten               | --variant 'a: pool-size=ten': pool-size ten: must be a whole number from 1 to 10000
          a: think=1                     | --variant 'a: think=1': think: '1' is not a duration: a whole number with us, ms, s, m or h (300ms, 3s, 2m)
          a: store=file store=memory     | --variant 'a: store=file store=memory': store is given twice; remove one
          a: bc4j="x                     | --variant 'a: bc4j="x': a quotation mark is not closed
          a: user=3                      | --variant 'a: user=3': user: cannot differ between variants; use jbo.*, cloakroom.*, reset-level, pool,
          a?: sticky                     | --variant 'a?': a name has up to 40 letters, digits, blanks and , . _ - ( ) = /
          a: sticky; a: noop             | --variant: 'a' is given twice; --trials repeats each variant
          a: sticky; b: sticky           | variants 'a' and 'b' are the same; --trials repeats each variant
          sticky; pool=ucp               | variants 'sticky' and 'sticky ucp' are the same; --trials repeats each variant
          a: no-affinity                 | variant 'a': no-affinity: requires --nodes 2 or more
          a: pool-size=5 pool-min=6      | variant 'a': pool-min 6: must be a whole number from 0 to 5
          a: nodes=3 pool-size=200       | variant 'a': pool-size 200: 600 connections for 3 nodes, but the embedded database has 450 for all; at most 150 for each
          sticky && --policies noop      | --policies: cannot be combined with --variant; write each as a --variant
          sticky && --bc4j x             | --bc4j: cannot be combined with --variant; write each as a --variant
          a: store=file && --vary store=file,memory | --variant 'a' sets store, which the run varies (file,memory); remove one of them
          a: nodes=2 && --reset-level none,full --vary nodes=1,2 | --variant 'a' sets nodes, which the run varies (1,2); remove one of them
          """)
  void check_badVariant_isRejected(String texts, String line) {
    assertThatThrownBy(() -> written(texts)).hasMessageStartingWith(line);
  }

  /** With a second variant, a prediction would not know which costs to use. */
  @Test
  void calibrationOfAdvice_measuresItsConfigurationAndNothingElse() {
    Path file = Path.of("my app", "bc4j.xcfg");

    assertThat(variants(AdviseCommand.calibration(file, "Orders").toArray(String[]::new)))
        .extracting(VariantGrammarTest::own)
        .containsExactly("bc4j=" + file + "#Orders");
    assertThat(variants(AdviseCommand.calibration(file, "").toArray(String[]::new)))
        .extracting(VariantGrammarTest::own)
        .containsExactly("bc4j=" + file);
  }
}
