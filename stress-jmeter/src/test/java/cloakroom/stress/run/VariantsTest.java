package cloakroom.stress.run;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.measure.Variant;
import cloakroom.stress.measure.Varied;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VariantsTest {
  private static final Map<String, String> SET = Map.of("jbo.dofailover", "true");
  private static final Varied THRESHOLD = new Varied("jbo.recyclethreshold", List.of("10", "40"));

  private static List<String> names(List<String> hygienes, Varied varied) {
    return new Variants(List.of("sticky", "noop"), hygienes, SET, varied)
        .all().stream().map(Variant::name).toList();
  }

  @Test
  void name_isThePolicyWhileNothingElseVaries() {
    assertThat(names(List.of("full"), Varied.NOTHING)).containsExactly("sticky", "noop");
  }

  @Test
  void name_showsTheHygieneWhereItVaries() {
    assertThat(names(List.of("none", "full"), Varied.NOTHING))
        .containsExactly("sticky/none", "sticky/full", "noop/none", "noop/full");
  }

  @Test
  void name_showsTheVariedValueByTheLastPartOfItsName() {
    assertThat(names(List.of("rollback"), THRESHOLD))
        .containsExactly(
            "sticky/recyclethreshold=10",
            "sticky/recyclethreshold=40",
            "noop/recyclethreshold=10",
            "noop/recyclethreshold=40");
  }

  @Test
  void name_showsBothWhereBothVary() {
    assertThat(names(List.of("none", "full"), THRESHOLD))
        .hasSize(8)
        .doesNotHaveDuplicates()
        .startsWith("sticky/none/recyclethreshold=10", "sticky/none/recyclethreshold=40");
  }

  @Test
  void set_holdsWhatIsFixedAndWhatIsVaried() {
    List<Variant> all = new Variants(List.of("sticky"), List.of("none"), SET, THRESHOLD).all();

    assertThat(all.get(1))
        .isEqualTo(
            new Variant(
                "sticky/recyclethreshold=40",
                "sticky",
                "none",
                Map.of("jbo.dofailover", "true", "jbo.recyclethreshold", "40")));
  }
}
