package cloakroom.bench.study;

import cloakroom.bench.study.StudyCard.Chart;
import cloakroom.bench.study.StudyCard.Claim;
import cloakroom.bench.study.StudyCard.Ratio;
import cloakroom.bench.study.StudyCard.Scale;
import java.util.List;
import java.util.Map;

/** The cards of study S1, driver features, after its first experiment. */
final class S1Cards {
  /** A claim in the text that its author did not measure. */
  private static final double NO_FIGURE = Double.NaN;

  private static final List<String> BOTH_QUERIES =
      List.of(Lookup.KEYED.name(), Lookup.JOINED.name());

  /** The short form of what has no published figure: the query that shows the difference. */
  private static final Map<String, List<String>> DEAR_TO_PLAN =
      Map.of("query", List.of(Lookup.JOINED.name()));

  private static final Chart BY_SIZE =
      new Chart("rows for each round trip", Scale.LOGARITHMIC, Scale.LOGARITHMIC);

  static final StudyCard S1B =
      new StudyCard(
          "S1b",
          "Fetch size",
          "How long do 100,000 rows take with 1 to 10,000 of them in each round trip?",
          S1bFetchSize.class,
          Map.of(),
          Map.of(
              "fetchSize",
              List.of(
                  "1", "2", "5", "10", "20", "50", "100", "200", "500", "1000", "2000", "5000",
                  "10000")),
          "fetchSize",
          BY_SIZE,
          List.of(
              bySize("1 / 10,000 rows a trip", "1", "10000", 28.6, Claim.ABOVE_ONE),
              bySize("1 / 10 rows a trip", "1", "10", 4.89, Claim.ABOVE_ONE),
              bySize("10 / 100 rows a trip", "10", "100", 4.11, Claim.ABOVE_ONE),
              bySize("100 / 1,000 rows a trip", "100", "1000", 1.35, Claim.ABOVE_ONE),
              bySize("1,000 / 10,000 rows a trip", "1000", "10000", 1.05, Claim.ABOUT_ONE)),
          Map.of(
              "ODP.NET",
              Map.of(
                  1.0, 5.4378192,
                  10.0, 1.1115984,
                  100.0, 0.2703888,
                  1000.0, 0.200288,
                  10000.0, 0.1902736)));

  static final StudyCard S1C =
      new StudyCard(
          "S1c",
          "Statement cache",
          "What does a statement cache save in 1,000 executions of one query?",
          S1cStatementCache.class,
          Map.of(),
          Map.of(),
          null,
          Chart.BARS,
          byQuery("off / on", "cache", "OFF", "ON", 1.64),
          Map.of("without", Map.of(0.0, 0.6409216), "with", Map.of(0.0, 0.3905616)));

  static final StudyCard S1D =
      new StudyCard(
          "S1d",
          "Drained pool",
          "What does a pool pay when a burst comes after a lull that drained it to its minimum?",
          S1dDrainedPool.class,
          Map.of(),
          Map.of("minimum", List.of("1", "2", "4", "8", "16", "32")),
          "minimum",
          new Chart("connections that the lull left", Scale.LOGARITHMIC, Scale.LINEAR),
          List.of(drained("HikariCP", "HIKARI"), drained("UCP", "UCP")),
          Map.of());

  static final StudyCard S1E =
      new StudyCard(
          "S1e",
          "Cache overflow",
          "What happens to a cache of 20 statements when the application has 21?",
          S1eCacheOverflow.class,
          DEAR_TO_PLAN,
          Map.of(
              "query",
              BOTH_QUERIES,
              "statements",
              List.of("10", "15", "19", "20", "21", "22", "25", "40")),
          "statements",
          new Chart("distinct statements, cache of 20", Scale.LINEAR, Scale.LINEAR),
          byQuery("21 / 20 statements", "statements", "21", "20", NO_FIGURE),
          Map.of());

  static final StudyCard S1F =
      new StudyCard(
          "S1f",
          "Literals",
          "What does it cost to write the key into the text instead of binding it?",
          S1fLiterals.class,
          DEAR_TO_PLAN,
          Map.of("query", BOTH_QUERIES),
          null,
          Chart.BARS,
          byQuery("literal / bind", "key", "LITERAL", "BIND", NO_FIGURE),
          Map.of());

  static final StudyCard S1G =
      new StudyCard(
          "S1g",
          "Kept out of the cache",
          "What does a statement pay that is kept out of the cache on purpose?",
          S1gKeptOut.class,
          DEAR_TO_PLAN,
          Map.of("query", BOTH_QUERIES),
          null,
          Chart.BARS,
          byQuery("kept out / cached", "statement", "KEPT_OUT", "CACHED", NO_FIGURE),
          Map.of());

  static final StudyCard S1I =
      new StudyCard(
          "S1i",
          "Fetch memory",
          "What does a large fetch size cost in client memory?",
          S1iFetchMemory.class,
          Map.of(),
          Map.of("fetchSize", List.of("1", "10", "100", "1000", "10000", "100000")),
          "fetchSize",
          BY_SIZE,
          List.of(
              bySize("10 / 1,000 rows a trip", "10", "1000", NO_FIGURE, Claim.ABOVE_ONE),
              bySize("1,000 / 100,000 rows a trip", "1000", "100000", NO_FIGURE, Claim.ABOUT_ONE)),
          Map.of());

  private S1Cards() {}

  private static Ratio bySize(
      String name, String above, String below, double published, Claim claim) {
    return new Ratio(
        name, Map.of("fetchSize", above), Map.of("fetchSize", below), published, claim);
  }

  private static Ratio drained(String name, String subject) {
    return new Ratio(
        name + ": minimum 1 / 32",
        Map.of("subject", subject, "minimum", "1"),
        Map.of("subject", subject, "minimum", "32"),
        NO_FIGURE,
        Claim.ABOVE_ONE);
  }

  /**
   * The published query first, then the one that is dear to plan, which has no published figure.
   */
  private static List<Ratio> byQuery(
      String name, String parameter, String above, String below, double published) {
    return List.of(
        byQuery("key: " + name, parameter, above, below, Lookup.KEYED, published),
        byQuery("join: " + name, parameter, above, below, Lookup.JOINED, NO_FIGURE));
  }

  private static Ratio byQuery(
      String name, String parameter, String above, String below, Lookup query, double published) {
    return new Ratio(
        name,
        Map.of(parameter, above, "query", query.name()),
        Map.of(parameter, below, "query", query.name()),
        published,
        Claim.ABOVE_ONE);
  }
}
