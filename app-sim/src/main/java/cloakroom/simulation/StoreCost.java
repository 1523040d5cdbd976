package cloakroom.simulation;

import cloakroom.contract.Resources;
import java.util.List;

/** What a snapshot store's operations ask of the database, and how many connections each takes. */
record StoreCost(
    int write, int read, int delete, int writeFlushes, int deleteFlushes, int borrows) {

  /**
   * That of a store by its name, as stores.txt has it, with so many round trips to check a borrowed
   * connection.
   */
  static StoreCost of(String store, int check) {
    List<List<String>> rows = Resources.rows("cloakroom/simulation/stores.txt");
    for (List<String> row : rows) {
      if (row.get(0).equals(store)) {
        List<Integer> costs = row.stream().skip(1).map(Integer::valueOf).toList();
        int more = costs.get(5) * check;
        return new StoreCost(
            costs.get(0) + more,
            costs.get(1) + more,
            costs.get(2) + more,
            costs.get(3),
            costs.get(4),
            costs.get(5));
      }
    }
    List<String> names = rows.stream().map(row -> row.get(0)).toList();
    throw new IllegalArgumentException(
        "store " + store + ": choose one of " + String.join(", ", names));
  }
}
