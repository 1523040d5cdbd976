package cloakroom.stress.measure;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** What a choice is called, in sentences and in short names; a key without a row reads as it is. */
final class ChoiceWords {
  /** Key, in a sentence, in a name. */
  private static final String KEYS =
      """
      jbo.recyclethreshold | recycle threshold %s | %s
      bc4j | configuration %s | %s
      store | snapshots in %s | %s
      codec | snapshots as %s | %s
      pool | pool %s | %s
      pool-size | at most %s connections | pool %s
      pool-min | %s connections from the start | min %s
      internal-pool-size | at most %s internal connections | internal %s
      hygiene | hygiene %s | %s
      validation | validation %s | %s
      statement-cache | %s cached statements | cache %s
      fetch-size | fetch size %s | fetch %s
      nodes | %s nodes | %s nodes
      no-affinity | users %s | %s
      db-rtt | distance to the database %s | %s
      db-jitter | jitter %s | jitter %s
      db-commit | wait of a commit %s | commit %s
      page-work | waiting in a page %s | page %s
      page-cpu | computing in a page %s | cpu %s
      state-size | state of a session %s | state %s
      think | think time %s | think %s
      one-request | change and commit in %s | %s
      shared-rows | rows of %s users shared by all | rows of %s
      hold | changes pending for %s | hold %s
      """;

  /** Key and value, in a sentence. */
  private static final String VALUES =
      """
      store ps-txn | PS_TXN
      store ps-txn-classic | PS_TXN (classic)
      store file | files
      pool ucp | UCP
      pool hikari | HikariCP
      pool agroal | Agroal
      pool dbcp2 | DBCP2
      one-request true | one request
      one-request false | two requests
      no-affinity true | on changing nodes
      no-affinity false | on a node of their own
      """;

  /** What no tier tells and nobody chose. */
  static final Map<String, String> UNSET =
      Map.of(
          Variant.NODES,
          "1",
          Variant.ONE_REQUEST,
          "false",
          "no-affinity",
          "false",
          "db-commit",
          "0ms",
          "db-rtt",
          "none");

  private static final Pattern DASH = Pattern.compile("-(.)");
  private static final Map<String, String[]> WORDS = rows(KEYS);
  private static final Map<String, String[]> SHOWN = rows(VALUES);

  private ChoiceWords() {}

  private static Map<String, String[]> rows(String table) {
    Map<String, String[]> rows = new LinkedHashMap<>();
    table
        .lines()
        .map(line -> line.split("\\s*\\|\\s*", -1))
        .forEach(cells -> rows.put(cells[0], cells));
    return rows;
  }

  /** Such as {@code recycle threshold 200}. */
  static String sentence(String key, String value) {
    return one(pattern(key, 1).formatted(value(key, value)));
  }

  /** The value in a sentence: {@code PS_TXN (classic)}. */
  static String value(String key, String value) {
    String[] row = SHOWN.get(key + " " + value);
    return row == null ? value : row[1];
  }

  /** Such as {@code 200} or {@code 2 nodes}; of a configuration its name alone. */
  static String brief(String key, String value) {
    String shown =
        switch (key) {
          case Variant.BC4J -> value.substring(value.lastIndexOf('#') + 1);
          case Variant.ONE_REQUEST -> value.equals("true") ? "one request" : "two requests";
          case "no-affinity" -> value.equals("true") ? "no affinity" : "affinity";
          default -> value;
        };
    return one(pattern(key, 2).formatted(shown));
  }

  private static String one(String words) {
    return words.equals("1 nodes") ? "1 node" : words;
  }

  private static String pattern(String key, int column) {
    String[] row = WORDS.get(key);
    return row == null ? plain(key) + " %s" : row[column];
  }

  /** {@code maxwait} of cloakroom.ampool.maxwait, {@code read timeout} of read-timeout. */
  private static String plain(String key) {
    return key.substring(key.lastIndexOf('.') + 1).replace('-', ' ').replace("%", "%%");
  }

  /** The name under which the tier tells it: {@code poolSize} of pool-size. */
  static String told(String key) {
    return DASH.matcher(key).replaceAll(m -> m.group(1).toUpperCase(Locale.ROOT));
  }
}
