package cloakroom.bench.study.s4;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.bench.harness.StudyResult.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class S4ReadingTest {
  private final List<Point> points = new ArrayList<>();

  @Test
  void settingThatTakesTheFactorAway_isNamed() {
    use("HIKARI", "true", "NONE", "256", 20, 22, 1);
    use("HIKARI", "false", "NONE", "256", 0.2, 21, 0.3);
    use("HIKARI", "true", "NONE", "0", 20, 24, 1);
    use("HIKARI", "true", "ROLLBACK", "256", 20, 22, 20);
    use("HIKARI", "true", "FULL", "256", 20, 40, 40);
    use("HIKARI", "true", "LAZY", "256", 20, 80, 0);

    assertThat(sentences())
        .containsExactly(
            "HikariCP: a use with one query takes 2.15 x the query on a held connection (43.0 and"
                + " 20.0 µs); of what it takes more, 87 % lies in the borrow, 9 % in the first"
                + " statement, 4 % in the return; the first statement takes 1.10 x a further one.",
            "HikariCP: 1.08 x without validation at every borrow, which takes the factor away.",
            "HikariCP, a full reset at the return: a use with one query takes 5.00 x the query on a"
                + " held connection (100.0 and 20.0 µs); of what it takes more, 25 % lies in the"
                + " borrow, 25 % in the first statement, 50 % in the return; the first statement"
                + " takes 2.00 x a further one.",
            "HikariCP, a full reset before the first statement: a use with one query takes 5.00 x"
                + " the query on a held connection (100.0 and 20.0 µs); of what it takes more, 25 %"
                + " lies in the borrow, 75 % in the first statement, 0 % in the return; the first"
                + " statement takes 4.00 x a further one.",
            "HikariCP, a rollback at the return: a use with one query takes 3.10 x the query on a"
                + " held connection (62.0 and 20.0 µs); of what it takes more, 48 % lies in the"
                + " borrow, 5 % in the first statement, 48 % in the return; the first statement"
                + " takes 1.10 x a further one.");
  }

  @Test
  void factorThatStays_isSaidToStay() {
    use("UCP", "true", "NONE", "256", 20, 21, 1);
    use("UCP", "false", "NONE", "256", 20, 21, 1);
    use("UCP", "true", "NONE", "0", 20, 23, 1);

    assertThat(sentences())
        .hasSize(2)
        .contains(
            "UCP: no setting takes the factor away (2.20 x without the statement cache, 2.10 x"
                + " without validation at every borrow).");
  }

  @Test
  void useThatCostsNothing_hasNoFactor() {
    use("AGROAL", "true", "NONE", "256", 0.1, 20, 0.1);

    assertThat(sentences()).contains("Agroal: there is no factor to take away.");
  }

  @Test
  void queryOnAHeldConnection_isTheFasterOfTheTwoThatWereTimed() {
    use("HIKARI", "true", "NONE", "256", 20, 20, 0);
    points.replaceAll(
        point -> {
          Map<String, Double> slow = new TreeMap<>(point.counts());
          slow.put("held", 90.0);
          return new Point(point.parameters(), point.x(), point.millis(), slow, point.operation());
        });

    assertThat(sentences().get(0)).contains("takes 2.00 x", "(40.0 and 20.0 µs)");
  }

  @Test
  void withoutUses_nothingIsSaid() {
    assertThat(sentences()).isEmpty();
  }

  private void use(
      String pool,
      String validation,
      String reset,
      String cache,
      double borrow,
      double first,
      double giveBack) {
    points.add(
        new Point(
            Map.of(
                "part", "one use",
                "subject", pool,
                "validation", validation,
                "reset", reset,
                "statementCache", cache),
            Double.NaN,
            List.of(1.0),
            Map.of(
                "borrow", borrow, "first", first, "next", 20.0, "giveBack", giveBack, "held", 20.0),
            Optional.empty()));
  }

  private List<String> sentences() {
    return S4Reading.of(points);
  }
}
