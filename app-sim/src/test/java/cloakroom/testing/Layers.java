package cloakroom.testing;

import com.tngtech.archunit.library.Architectures;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.List;

/** Architecture rule that is written as a table of packages. */
public final class Layers {
  private Layers() {}

  /**
   * Returns the rule that a package is used only by the packages after it in its row. A row
   * includes subpackages, unless one of them has a row.
   */
  public static LayeredArchitecture of(String base, String table) {
    List<List<String>> rows = table.lines().map(row -> List.of(row.split(" +", -1))).toList();
    LayeredArchitecture rule =
        Architectures.layeredArchitecture().consideringOnlyDependenciesInLayers();
    for (List<String> row : rows) {
      String name = row.get(0);
      boolean split = rows.stream().anyMatch(other -> other.get(0).startsWith(name + "."));
      rule = rule.layer(name).definedBy(base + name + (split ? "" : ".."));
    }
    for (List<String> row : rows) {
      var layer = rule.whereLayer(row.get(0));
      rule =
          row.size() == 1
              ? layer.mayNotBeAccessedByAnyLayer()
              : layer.mayOnlyBeAccessedByLayers(row.subList(1, row.size()).toArray(String[]::new));
    }
    return rule;
  }
}
