package cloakroom.simulation;

import cloakroom.platform.Resources;
import java.util.List;
import java.util.Map;

/** What a snapshot store's operations ask of the database: round trips, and flushes of its log. */
record StoreCost(int write, int read, int delete, int writeFlushes, int deleteFlushes) {

  /**
   * That of a store by its name, as stores.txt has it, with so many round trips to check a borrowed
   * connection.
   */
  static StoreCost of(String store, int check) {
    Map<String, List<String>> rows = Resources.table("cloakroom/simulation/stores.txt");
    if (!rows.containsKey(store)) {
      throw new IllegalArgumentException(
          "store " + store + ": choose one of " + String.join(", ", rows.keySet()));
    }
    int[] costs = rows.get(store).stream().skip(1).mapToInt(Integer::parseInt).toArray();
    int checks = costs[5] * check;
    return new StoreCost(
        costs[0] + checks, costs[1] + checks, costs[2] + checks, costs[3], costs[4]);
  }
}
