package cloakroom.bench.study;

import cloakroom.bench.study.StudyCard.Chart;
import cloakroom.bench.study.StudyCard.Claim;
import cloakroom.bench.study.StudyCard.Ratio;
import cloakroom.bench.study.StudyCard.Scale;
import java.util.List;
import java.util.Map;

/** The cards of the studies of connect methods and of a driver's pool. */
final class ConnectStudies {
  private static final Chart STREAMS = new Chart("parallel streams", Scale.LINEAR, Scale.LINEAR);

  static final StudyCard S2 =
      new StudyCard(
          "S2",
          "Connect methods",
          "What does a connect cost when a process is made for it, and when a pool at the database's"
              + " end answers, with 1 to 6 streams side by side?",
          S2ConnectModes.class,
          Map.of(
              "mode",
              List.of(
                  "DIRECT", "BOUNCER_SESSION", "BOUNCER_PLAIN", "DEDICATED", "SHARED", "POOLED"),
              "streams",
              List.of("1", "3", "6")),
          Map.of(
              "mode",
              List.of(
                  "DIRECT",
                  "BOUNCER_SESSION",
                  "BOUNCER_TRANSACTION",
                  "BOUNCER_PLAIN",
                  "BOUNCER_HASHING",
                  "DEDICATED",
                  "SHARED",
                  "POOLED"),
              "streams",
              List.of("1", "2", "3", "4", "5", "6")),
          "streams",
          STREAMS,
          List.of(
              atStreams("direct / PgBouncer session", "DIRECT", "BOUNCER_SESSION", 1, 1.34),
              atStreams("direct / PgBouncer session", "DIRECT", "BOUNCER_SESSION", 6, 1.08),
              atStreams("direct / PgBouncer plain", "DIRECT", "BOUNCER_PLAIN", 1, Double.NaN),
              atStreams("direct / PgBouncer plain", "DIRECT", "BOUNCER_PLAIN", 6, Double.NaN),
              atStreams("direct / PgBouncer transaction", "DIRECT", "BOUNCER_TRANSACTION", 1, 1.40),
              atStreams("direct / PgBouncer transaction", "DIRECT", "BOUNCER_TRANSACTION", 6, 1.08),
              atStreams("dedicated / pooled", "DEDICATED", "POOLED", 1, 1.34),
              atStreams("dedicated / pooled", "DEDICATED", "POOLED", 6, 1.08),
              atStreams("dedicated / shared", "DEDICATED", "SHARED", 1, 1.40),
              atStreams("dedicated / shared", "DEDICATED", "SHARED", 6, 1.08)),
          Map.of(
              "dedicated",
              Map.of(1.0, 24.265, 2.0, 24.569, 3.0, 26.511, 4.0, 29.579, 5.0, 33.383, 6.0, 37.954),
              "shared",
              Map.of(1.0, 17.319, 2.0, 17.301, 3.0, 21.004, 4.0, 25.325, 5.0, 29.989, 6.0, 35.180),
              "pooled",
              Map.of(
                  1.0, 17.977, 2.0, 18.000, 3.0, 21.257, 4.0, 25.417, 5.0, 30.227, 6.0, 35.146)));

  static final StudyCard S3 =
      new StudyCard(
          "S3",
          "Pooling in a driver",
          "What does a pool save when a small transaction stands between open and close?",
          S3DriverPool.class,
          Map.of(),
          Map.of(),
          null,
          Chart.BARS,
          List.of(
              new Ratio(
                  "unpooled / HikariCP",
                  Map.of("subject", "UNPOOLED"),
                  Map.of("subject", "HIKARI"),
                  2.0,
                  Claim.ABOVE_ONE),
              new Ratio(
                  "unpooled / UCP",
                  Map.of("subject", "UNPOOLED"),
                  Map.of("subject", "UCP"),
                  2.0,
                  Claim.ABOVE_ONE)),
          Map.of("without", Map.of(0.0, 17.21), "with", Map.of(0.0, 8.54)));

  static final StudyCard S3B =
      new StudyCard(
          "S3b",
          "A backend that joins",
          "How long until a pool has spread its load over a second backend, for several maximum"
              + " lifetimes of a connection?",
          S3bJoiningBackend.class,
          Map.of("maxLifetime", List.of("2", "6", "none")),
          Map.of("maxLifetime", List.of("10", "60", "none")),
          "maxLifetime",
          new Chart("maximum lifetime, s", Scale.LINEAR, Scale.LINEAR),
          List.of(lifetimes("6", "2"), lifetimes("60", "10")),
          Map.of());

  static final Ratio TWO_SPELLINGS = keys("pools, key as written / normalised");

  static final Ratio TWO_SPELLINGS_CONNECTIONS = keys("connections, key as written / normalised");

  static final StudyCard S3C =
      new StudyCard(
          "S3c",
          "Two spellings of one connection string",
          "How many pools and connections come of two spellings, with the string as written as the"
              + " pool's key and with a normalised one?",
          S3cPoolKeys.class,
          Map.of("key", List.of("VERBATIM", "NORMALISED")),
          Map.of(),
          null,
          Chart.BARS,
          List.of(TWO_SPELLINGS, TWO_SPELLINGS_CONNECTIONS),
          Map.of());

  private ConnectStudies() {}

  private static Ratio keys(String name) {
    return new Ratio(
        name, Map.of("key", "VERBATIM"), Map.of("key", "NORMALISED"), 2.0, Claim.ABOVE_ONE);
  }

  /** The time to balance is proportional to the lifetime; nobody has published a figure. */
  private static Ratio lifetimes(String longer, String shorter) {
    return new Ratio(
        "balanced after, lifetime " + longer + " s / " + shorter + " s",
        Map.of("maxLifetime", longer),
        Map.of("maxLifetime", shorter),
        Double.NaN,
        Claim.ABOVE_ONE);
  }

  /** Parallel streams bring the modes together: at six the published difference is 8 %. */
  private static Ratio atStreams(
      String name, String above, String below, int streams, double published) {
    String number = Integer.toString(streams);
    return new Ratio(
        name + (streams == 1 ? ", serial" : ", " + streams + " streams"),
        Map.of("mode", above, "streams", number),
        Map.of("mode", below, "streams", number),
        published,
        published == 1.08 ? Claim.ABOUT_ONE : Claim.ABOVE_ONE);
  }
}
