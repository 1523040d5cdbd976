package cloakroom.stress.load;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.folder.LedgerFile;
import cloakroom.stress.folder.LedgerFile.LedgerRow;
import cloakroom.stress.load.StubTier.Refusal;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ledger of 2 users with 2 iterations on each page. */
final class LedgerIT {
  @TempDir private Path out;

  private List<LedgerRow> run(StubTier tier) throws Exception {
    String arguments =
        "--ledger departments=departments,employees=shop.staff"
            + " -Jusers=2 -Jiterations=2 -Jramp_s=0 -Jthink_ms=1 -Jrun=x";
    try (EngineProcess engine = EngineProcess.start(out, tier.port(), arguments.split(" ", -1))) {
      engine.exitCode();
    }
    return LedgerFile.read(out.resolve("ledger.json"));
  }

  @Test
  void commits_areNotedByRow_thatWasMadeThoughItsAnswerIsAnErrorAmongThem() throws Exception {
    try (StubTier tier = new StubTier()) {
      AtomicInteger commits = new AtomicInteger();
      tier.refuses(
          seen ->
              seen.path().equals("/departments/commit")
                  && tier.userOf(seen).equals("2")
                  && commits.incrementAndGet() == 2,
          new Refusal(503, "unavailable", "", seen -> true));

      List<LedgerRow> rows = run(tier);

      assertThat(rows)
          .extracting(LedgerRow::place)
          .containsExactly("departments 1", "departments 2", "shop.staff 1", "shop.staff 2");
      assertThat(rows.get(0))
          .as("the value acknowledged last")
          .isEqualTo(new LedgerRow("departments 1", 2, 0, 0, "u1-d-1-x", List.of()));
      LedgerRow row = rows.get(1);
      assertThat(row.acknowledged()).isEqualTo(2);
      assertThat(row.inDoubt()).isZero();
      assertThat(row.last()).isEqualTo("u2-d-0-x");
      assertThat(row.unsure()).contains("u2-d-1-x");
    }
  }
}
