package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.files.LedgerFile;
import cloakroom.stress.files.LedgerFile.Row;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the load engine notes of commits: 2 users do 2 iterations on each page. */
final class LedgerIT {
  @TempDir private Path out;

  private List<Row> run(StubTier tier) throws Exception {
    String arguments = "--ledger -Jusers=2 -Jiterations=2 -Jramp_s=0 -Jthink_ms=1 -Jrun=x";
    try (EngineProcess engine = EngineProcess.start(out, tier.port(), arguments.split(" ", -1))) {
      engine.exitCode();
    }
    return LedgerFile.read(out.resolve("ledger.json"));
  }

  @Test
  void commits_areNotedByRowWithTheValueAcknowledgedLast() throws Exception {
    try (StubTier tier = new StubTier()) {
      assertThat(run(tier))
          .extracting(Row::place)
          .containsExactly("departments 1", "departments 2", "employees 1", "employees 2");
      assertThat(LedgerFile.read(out.resolve("ledger.json")).get(1))
          .isEqualTo(new Row("departments 2", 2, 0, 0, "u2-d-1-x", List.of()));
    }
  }
}
