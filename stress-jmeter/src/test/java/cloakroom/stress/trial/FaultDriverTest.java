package cloakroom.stress.trial;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.FaultCommand;
import cloakroom.stress.folder.CountersFile;
import cloakroom.stress.options.FaultSpec;
import cloakroom.stress.options.VariantOptions;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FaultDriverTest {
  private final BlockingQueue<String> orders = new LinkedBlockingQueue<>();
  private final CompletableFuture<JsonNode> measured = new CompletableFuture<>();
  private String refusal = "";
  private BooleanSupplier usersActive = () -> true;
  private Runnable applying = () -> {};
  private FaultDriver driver;

  private void begin(String faults) {
    List<FaultSpec> wanted = VariantOptions.FAULT.kind().parse("--fault", faults);
    driver = new FaultDriver(wanted, this::apply, () -> usersActive.getAsBoolean());
    driver.begin(measured);
  }

  @AfterEach
  void end() {
    driver.close();
  }

  private String apply(FaultCommand order) {
    orders.add(order.line());
    applying.run();
    return refusal;
  }

  private void measure() {
    measured.complete(JsonNodeFactory.instance.objectNode().put("at", System.currentTimeMillis()));
  }

  @Test
  void faultThatLasts_beginsAndEndsAtItsMoments() throws InterruptedException {
    begin("store-full@20ms+50ms");
    assertThat(driver.injected()).isEmpty();
    measure();

    assertThat(orders.take()).isEqualTo("fault begin store-full 0");
    assertThat(orders.take()).isEqualTo("fault end store-full 0");
    driver.close();
    CountersFile.FaultPart made = driver.injected().get(0);
    assertThat(made.kind()).isEqualTo("store-full");
    assertThat(made.text()).isEqualTo("store-full@20ms+50ms");
    assertThat(made.until() - made.at()).isGreaterThanOrEqualTo(50);
    assertThat(made.failure()).isEmpty();
  }

  /** Only some faults have an end; the end of the load ends an active fault and starts none. */
  @ParameterizedTest
  @CsvSource({
    "link-cut, link-cut@0ms, false",
    "db-restart, db-restart@0ms, true",
    "store-full, store-full@0ms+60m;link-cut@60m, true"
  })
  void close_faultBegun_endsItIfItLasts(String kind, String faults, boolean ends)
      throws InterruptedException {
    begin(faults);
    measure();
    assertThat(orders.take()).isEqualTo("fault begin " + kind + " 0");
    driver.close();

    assertThat(orders).hasSize(ends ? 1 : 0).allMatch(("fault end " + kind + " 0")::equals);
    assertThat(driver.injected()).extracting(CountersFile.FaultPart::kind).containsExactly(kind);
  }

  @Test
  void fault_noUserActive_waitsForOne() throws InterruptedException {
    AtomicInteger queries = new AtomicInteger();
    usersActive = () -> queries.incrementAndGet() == 3;
    begin("link-cut@0ms");
    measure();

    assertThat(orders.take()).isEqualTo("fault begin link-cut 0");
    assertThat(queries).hasValue(3);
  }

  @Test
  void fault_noUserActiveUntilTheEnd_isNotInjected() throws InterruptedException {
    CountDownLatch queried = new CountDownLatch(2);
    usersActive =
        () -> {
          queried.countDown();
          return false;
        };
    begin("db-restart@0ms");
    measure();
    queried.await();
    driver.close();

    assertThat(orders).isEmpty();
    assertThat(driver.injected()).isEmpty();
  }

  /** The second fault is due while the first one, which began late, still lasts. */
  @Test
  void faultsOfOneTarget_firstIsLate_doNotOverlap() throws InterruptedException {
    CountDownLatch bothDue = new CountDownLatch(2);
    usersActive =
        () -> {
          bothDue.countDown();
          return true;
        };
    applying =
        () -> {
          try {
            bothDue.await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        };
    begin("store-full@0ms+20ms;store-full@20ms+20ms");
    measure();

    for (int fault = 0; fault < 2; fault++) {
      assertThat(orders.take()).isEqualTo("fault begin store-full 0");
      assertThat(orders.take()).isEqualTo("fault end store-full 0");
    }
  }

  @Test
  void fault_failed_isReported() throws InterruptedException {
    refusal = "there is no relay";
    begin("link-cut@0ms");
    measure();
    orders.take();
    driver.close();
    assertThat(driver.injected())
        .extracting(CountersFile.FaultPart::failure)
        .containsExactly("there is no relay");
  }
}
