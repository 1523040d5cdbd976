package cloakroom.bench.family.store;

import cloakroom.state.EntityChange;
import cloakroom.state.ModuleState;
import cloakroom.state.Snapshot;
import cloakroom.state.ViewState;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** Interim. */
final class AdfState {
  private AdfState() {}

  static List<Snapshot> snapshots(int factor, int number) {
    List<Snapshot> all = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      all.add(snapshot(factor, i));
    }
    return all;
  }

  private static Snapshot snapshot(int factor, int seed) {
    Random random = new Random(seed);
    List<ViewState> views = new ArrayList<>();
    for (int i = 0; i < 30 * factor; i++) {
      TreeMap<String, String> binds = new TreeMap<>();
      binds.put("bindDepartmentId", "" + random.nextInt(1000));
      binds.put("bindName", "Employee " + random.nextInt(100_000) + "%");
      views.add(
          new ViewState(
              "EmployeesView" + i, binds, random.nextInt(50) * 10, 10, "" + random.nextInt(99999)));
    }
    List<EntityChange> changes = new ArrayList<>();
    for (int i = 0; i < 20 * factor; i++) {
      TreeMap<String, String> before = new TreeMap<>();
      TreeMap<String, String> after = new TreeMap<>();
      for (int a = 0; a < 10; a++) {
        before.put("Attribute" + a, "value " + random.nextInt(10_000));
        after.put("Attribute" + a, "value " + random.nextInt(10_000));
      }
      changes.add(EntityChange.modified("Employee", "" + random.nextInt(100_000), before, after));
    }
    return new Snapshot(
        "AppModule", "session-" + seed, 100 + seed, new ModuleState(views, changes));
  }
}
