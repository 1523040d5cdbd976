package cloakroom.simulation;

import cloakroom.contract.Resources;
import java.util.List;

/** Round trips of a snapshot store's operations. */
record StoreCost(int write, int read, int delete) {

  /**
   * Those of a store by its name; stores.txt has them.
   *
   * @throws IllegalArgumentException naming the value and the choices
   */
  static StoreCost of(String store) {
    List<List<String>> rows = Resources.rows("cloakroom/simulation/stores.txt");
    for (List<String> row : rows) {
      if (row.get(0).equals(store)) {
        List<Integer> trips = row.stream().skip(1).map(Integer::valueOf).toList();
        return new StoreCost(trips.get(0), trips.get(1), trips.get(2));
      }
    }
    List<String> names = rows.stream().map(row -> row.get(0)).toList();
    throw new IllegalArgumentException(
        "store " + store + ": choose one of " + String.join(", ", names));
  }
}
