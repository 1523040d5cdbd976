package cloakroom.stress.judge;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.folder.Variant;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The words for what differs between two variants; the tier tells ps-txn-classic and hikari. */
final class DifferencesTest {
  @TempDir private Path folder;

  private List<VariantSummary> run(Variant... variants) {
    SyntheticRun run = SyntheticRun.in(folder);
    List.of(variants).forEach(run::trial);
    return VariantSummary.of(run.measure());
  }

  private static Variant variant(String name, String policy, String... choices) {
    Map<String, String> all = new LinkedHashMap<>();
    for (String choice : choices) {
      all.put(choice.replaceFirst("=.*", ""), choice.replaceFirst("[^=]*=", ""));
    }
    return new Variant(name, policy, all);
  }

  @Test
  void difference_isSaidInWordsOfSettingsAndValues() {
    List<VariantSummary> both =
        run(
            variant(
                "roomy", "sticky",
                "jbo.recyclethreshold=200", "store=memory",
                "pool-size=40", "nodes=2",
                "fetch-size=50", "cloakroom.ampool.maxwait=7"),
            variant("usual", "sticky", "jbo.recyclethreshold=10", "pool-size=200"));

    assertThat(Differences.between(both.get(0), both.get(1)))
        .isEqualTo(
            "recycle threshold 200 instead of 10; snapshots in memory instead of PS_TXN (classic);"
                + " at most 40 connections instead of 200; 2 nodes instead of 1; fetch size 50"
                + " instead of 100; maxwait 7 instead of the default");
    assertThat(Differences.between(both.get(1), both.get(0)))
        .startsWith("recycle threshold 10 instead of 200; ")
        .contains("; 1 node instead of 2;", "fetch size 100 instead of 50");
    assertThat(Differences.describe(both.get(0), both))
        .isEqualTo(
            "policy sticky, recycle threshold 200, snapshots in memory, at most 40 connections,"
                + " 2 nodes, fetch size 50, maxwait 7");
    assertThat(Differences.between(both.get(0), both.get(0))).isEqualTo("nothing");
  }

  @Test
  void policyAndConfiguration_areNamedFirst() {
    List<VariantSummary> all =
        run(
            variant("sticky", "sticky", "reset-level=none"),
            variant("noop", "noop", "reset-level=full"),
            variant("Dept", "", "bc4j=a/bc4j.xcfg#Dept", "reset-level=none"));

    assertThat(Differences.between(all.get(1), all.get(0)))
        .isEqualTo("policy noop instead of sticky; reset level full instead of none");
    assertThat(Differences.between(all.get(2), all.get(0)))
        .isEqualTo("configuration a/bc4j.xcfg#Dept instead of sticky");
    assertThat(Differences.between(all.get(0), all.get(2)))
        .isEqualTo("policy sticky instead of configuration a/bc4j.xcfg#Dept");
    assertThat(Differences.describe(all.get(2), all))
        .isEqualTo("configuration a/bc4j.xcfg#Dept, reset level none");
  }
}
