package cloakroom.stress.folder;

import cloakroom.stress.folder.VariantCost.Counted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.jmeter.save.CSVSaveService;

/** {@code round-trips.csv} of a run: a row for each request that was counted before the trials. */
public final class RoundTripsFile {
  private static final String VARIANT = "variant";
  private static final String TRANSACTION = "transaction";
  private static final String REQUEST = "request";
  private static final char[] TO_QUOTE = {',', '"', '\r', '\n'};

  private RoundTripsFile() {}

  public static void add(Path file, String variant, List<Counted> requests) throws IOException {
    List<String> lines = new ArrayList<>();
    if (!Files.exists(file)) {
      Stream<String> costs = Arrays.stream(DatabaseCost.values()).map(DatabaseCost::key);
      lines.add(line(Stream.concat(Stream.of(VARIANT, TRANSACTION, REQUEST), costs)));
    }
    for (Counted one : requests) {
      Stream<String> names = Stream.of(variant, one.transaction(), one.request());
      Stream<String> costs =
          Arrays.stream(DatabaseCost.values())
              .map(cost -> one.costs().containsKey(cost) ? one.costs().get(cost).toString() : "");
      lines.add(line(Stream.concat(names, costs)));
    }
    Files.write(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static String line(Stream<String> fields) {
    return fields
        .map(field -> CSVSaveService.quoteDelimiters(field, TO_QUOTE))
        .collect(Collectors.joining(","));
  }

  /** What was counted of each variant, by its name. */
  static Map<String, VariantCost> read(Path file, String name) {
    Map<String, List<Counted>> all = new LinkedHashMap<>();
    CsvTable.read(
        file,
        name,
        false,
        row -> all.computeIfAbsent(row.text(VARIANT), v -> new ArrayList<>()).add(counted(row)));
    Map<String, VariantCost> costs = new LinkedHashMap<>();
    all.forEach((variant, requests) -> costs.put(variant, VariantCost.of(requests)));
    return costs;
  }

  private static Counted counted(CsvTable row) {
    Map<DatabaseCost, Long> costs = new EnumMap<>(DatabaseCost.class);
    for (DatabaseCost cost : DatabaseCost.values()) {
      if (row.names().contains(cost.key()) && !row.text(cost.key()).isEmpty()) {
        costs.put(cost, row.whole(cost.key()));
      }
    }
    return new Counted(row.text(TRANSACTION), row.text(REQUEST), costs);
  }
}
