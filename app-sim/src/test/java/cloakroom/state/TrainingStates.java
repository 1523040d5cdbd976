package cloakroom.state;

import cloakroom.state.ModuleState.EntityChange;
import cloakroom.state.ModuleState.ViewState;
import com.github.luben.zstd.ZstdDictTrainer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * Sessions of many invented applications, from which {@link #main} has trained the dictionary of
 * the compressed form, {@code cloakroom/state/general.dict}, and can again. A new dictionary has a
 * new id: what was written with the old one cannot be read with it.
 *
 * <p>Every seed is another application: its names are put together from business English and ADF's
 * habits ({@code …Id}, {@code …Date}, {@code …View}), its values are words made of syllables,
 * digits, dates and amounts. So a dictionary can learn how such states look, and not what is in any
 * of them.
 */
final class TrainingStates {
  private static final String[] THINGS =
      words(
          """
      Account Asset Batch Branch Budget Campaign Claim Contact Contract Country Course
      Currency Department Device Document Employee Event Expense Facility Fee Group Item
      Job Lease Location Member Note Party Person Plan Policy Project Purchase Receipt
      Region Request Role Schedule Service Supplier Task Team Ticket Unit User Vehicle
      """);

  private static final String[] ENDINGS =
      words(
          """
      Id Name Date Status Code Type Number Amount Total Price Pct Limit Description
      Address StartDate EndDate Since Mode Level Comment
      """);

  private static final String[] SYLLABLES = {
    "ba", "den", "fo", "gra", "hil", "ke", "lan", "mo", "nor", "pe", "ri", "sta", "tor", "ul",
    "ver", "wen", "ar", "el", "in", "son", "berg", "man", "er", "a", "o", "ley"
  };

  private static final String[] OPERATORS = {" = :", " >= :", " <= :", " like :", " <> :"};
  private static final String[] STATUS = {"OPEN", "CLOSED", "NEW", "ACTIVE", "PENDING", "DONE"};

  private static String[] words(String text) {
    return text.strip().split("\\s+", -1);
  }

  private final SplittableRandom random;
  private final List<String> things = new ArrayList<>();
  private final List<List<String>> attributes = new ArrayList<>();

  private TrainingStates(SplittableRandom random) {
    this.random = random;
    for (int i = 0; i < 8; i++) {
      String thing = one(THINGS);
      List<String> names = new ArrayList<>(List.of(thing + "Id"));
      for (int j = 0; j < 9; j++) {
        names.add((random.nextInt(3) == 0 ? one(THINGS) : "") + one(ENDINGS));
      }
      things.add(thing);
      attributes.add(names);
    }
  }

  /** Writes the dictionary to the file that is named. */
  public static void main(String[] args) throws IOException {
    ZstdDictTrainer trainer = new ZstdDictTrainer(64 << 20, 4_096);
    for (int seed = 0; seed < 3_000; seed++) {
      byte[] content = SnapshotCodecs.BINARY.encode(of(seed));
      trainer.addSample(Arrays.copyOfRange(content, BinarySnapshotCodec.ENVELOPE, content.length));
    }
    Files.write(Path.of(args[0]), trainer.trainSamples());
  }

  /** A session of the application of that seed. */
  static Snapshot of(long seed) {
    return new TrainingStates(new SplittableRandom(seed)).snapshot();
  }

  private Snapshot snapshot() {
    List<ViewState> views = new ArrayList<>();
    for (int i = random.nextInt(4, 30); i > 0; i--) {
      views.add(view());
    }
    List<EntityChange> changes = new ArrayList<>();
    for (int i = random.nextInt(1, 20); i > 0; i--) {
      changes.add(change(i));
    }
    String session = Long.toHexString(random.nextLong()) + Long.toHexString(random.nextLong());
    Map<String, String> custom = new TreeMap<>();
    custom.put(
        "locale", word().substring(0, 2) + "_" + word().substring(0, 2).toUpperCase(Locale.ROOT));
    custom.put("current" + one(THINGS), digits(5));
    return new Snapshot(
        one(THINGS) + one("Module", "ServiceModule", "AM"),
        session,
        random.nextInt(1, 100),
        new ModuleState(views, changes, custom));
  }

  private ViewState view() {
    String thing = one(things.toArray(String[]::new));
    boolean searched = random.nextInt(3) == 0;
    String column = thing.toLowerCase(Locale.ROOT) + "_" + one(ENDINGS).toLowerCase(Locale.ROOT);
    String bind = "bind" + one(ENDINGS);
    String current = random.nextInt(8) == 0 ? null : digits(6);
    return new ViewState(
        thing + one("", "s", "List", "Search", "Detail") + "View" + random.nextInt(1, 5),
        random.nextInt(5) != 0,
        searched
            ? column + one(OPERATORS) + bind + one("", " and " + column + " is not null")
            : null,
        searched ? column + one("", " desc", " asc") : null,
        searched ? Map.of(bind, word()) : Map.of("bind" + thing + "Id", digits(6)),
        25 * random.nextInt(8),
        one("10", "25", "25", "50").equals("10") ? 10 : 25,
        current,
        current != null && random.nextInt(8) == 0
            ? Map.of(current, Map.of("Selected", one("true", "false")))
            : Map.of());
  }

  private EntityChange change(int number) {
    int which = random.nextInt(things.size());
    String entity = things.get(which) + one("", "EO", "EO");
    Map<String, String> read = new TreeMap<>();
    attributes.get(which).forEach(name -> read.put(name, value(name)));
    String key = digits(6);
    int kind = random.nextInt(8);
    if (kind == 0) {
      return EntityChange.created(entity, "-" + number, number, read);
    }
    if (kind == 1) {
      return EntityChange.deleted(entity, key, read);
    }
    Map<String, String> left = new TreeMap<>(read);
    for (int i = 0; i < 3; i++) {
      String name = one(attributes.get(which).toArray(String[]::new));
      left.put(name, value(name));
    }
    return EntityChange.modified(entity, key, read, left);
  }

  private String value(String name) {
    if (random.nextInt(8) == 0) {
      return null;
    }
    if (name.endsWith("Date") || name.endsWith("Since")) {
      return LocalDate.of(2005, 1, 1).plusDays(random.nextInt(8_000)).toString();
    }
    if (name.endsWith("Id") || name.endsWith("Number") || name.endsWith("Level")) {
      return digits(random.nextInt(1, 7));
    }
    if (name.endsWith("Amount") || name.endsWith("Price") || name.endsWith("Total")) {
      return digits(random.nextInt(2, 5)) + "." + digits(2);
    }
    if (name.endsWith("Status") || name.endsWith("Type") || name.endsWith("Mode")) {
      return one(STATUS);
    }
    return word() + one("", " " + word(), "@" + word() + ".example", " " + digits(2));
  }

  private String one(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  private String digits(int count) {
    StringBuilder digits = new StringBuilder().append((char) ('1' + random.nextInt(9)));
    while (digits.length() < count) {
      digits.append((char) ('0' + random.nextInt(10)));
    }
    return digits.toString();
  }

  private String word() {
    String first = one(SYLLABLES) + one(SYLLABLES);
    String word = random.nextBoolean() ? first : first + one(SYLLABLES);
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }
}
