package cloakroom.stress.trial;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.folder.CountersFile;
import cloakroom.stress.folder.LedgerFile;
import cloakroom.stress.folder.LedgerFile.LedgerRow;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LedgerCheckTest {
  @TempDir private Path folder;
  private final List<String> foreign = new ArrayList<>();

  private CountersFile.Ledger check(Map<String, String> held, LedgerRow... rows) throws Exception {
    Path file = folder.resolve("ledger.json");
    LedgerFile.write(file, List.of(rows));
    assertThat(LedgerFile.read(file)).containsExactly(rows);
    return LedgerFile.check(
        LedgerFile.read(file), Map.of("departments 1", "Department 1"), held, foreign::add);
  }

  @Test
  void valueAcknowledgedLastOrInDoubt_isHeld() throws Exception {
    LedgerRow row = new LedgerRow("departments 1", 3, 0, 0, "u1, \"x\";y", List.of());

    assertThat(check(Map.of("departments 1", "u1, \"x\";y"), row))
        .isEqualTo(new CountersFile.Ledger(3, 0, 0, 0, List.of()));
    LedgerRow doubt = new LedgerRow("departments 1", 3, 2, 1, "old", List.of("new", "newer"));
    assertThat(check(Map.of("departments 1", "newer"), doubt))
        .isEqualTo(new CountersFile.Ledger(3, 2, 2, 0, List.of()));
    assertThat(check(Map.of("departments 1", "old"), doubt).inDoubtCommitted()).isEqualTo(1);
  }

  /** The value before the trial, one of another client, and one of a row unknown before. */
  @ParameterizedTest
  @CsvSource({
    "departments 1, Department 1, 1",
    "departments 1, u1-d-7-110042, 0",
    "employees 1, u1-e-1-100042, 1"
  })
  void check_otherValue_isALossUnlessAnotherClientWroteIt(String place, String held, int lost)
      throws Exception {
    LedgerRow row = new LedgerRow(place, 1, 0, 0, "u1-d-1-110000", List.of());

    assertThat(check(Map.of(place, held), row).lost()).isEqualTo(lost);
    assertThat(foreign).hasSize(1 - lost).allMatch((place + " has the value " + held)::equals);
  }

  @Test
  void olderValueOfTheTrial_isAChangeThatWasAcknowledgedAndLost() throws Exception {
    CountersFile.Ledger ledger =
        check(
            Map.of("departments 1", "older-1", "employees 1", "first"),
            new LedgerRow("departments 1", 3, 1, 0, "old-1", List.of("new-1")),
            new LedgerRow("employees 1", 0, 0, 0, "", List.of()),
            new LedgerRow("somewhere 1", 1, 0, 0, "old", List.of()));

    assertThat(ledger.lost()).isEqualTo(1);
    assertThat(ledger.examples())
        .containsExactly("departments 1: acknowledged old-1, stored older-1");
    assertThat(ledger.acknowledged()).isEqualTo(4);
  }
}
