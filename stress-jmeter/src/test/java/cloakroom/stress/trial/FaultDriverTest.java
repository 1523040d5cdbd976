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
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When orders are given, and what is noted of them. */
class FaultDriverTest {
  private final BlockingQueue<String> orders = new LinkedBlockingQueue<>();
  private final CompletableFuture<JsonNode> measured = new CompletableFuture<>();
  private String refusal = "";
  private FaultDriver driver;

  private void begin(String faults) {
    List<FaultSpec> wanted = VariantOptions.FAULT.kind().parse("--fault", faults);
    driver = new FaultDriver(wanted, this::obey);
    driver.begin(measured);
  }

  @AfterEach
  void end() {
    driver.close();
  }

  private String obey(FaultCommand order) {
    orders.add(order.line());
    return refusal;
  }

  private void measure() {
    measured.complete(JsonNodeFactory.instance.objectNode().put("at", System.currentTimeMillis()));
  }

  @Test
  void faultThatLasts_beginsAndEndsAtItsMoments() throws InterruptedException {
    begin("store-full@20ms+50ms");
    assertThat(driver.made()).isEmpty();
    measure();

    assertThat(orders.take()).isEqualTo("fault begin store-full 0");
    assertThat(orders.take()).isEqualTo("fault end store-full 0");
    driver.close();
    CountersFile.FaultPart made = driver.made().get(0);
    assertThat(made.kind()).isEqualTo("store-full");
    assertThat(made.text()).isEqualTo("store-full@20ms+50ms");
    assertThat(made.until() - made.at()).isGreaterThanOrEqualTo(50);
    assertThat(made.failure()).isEmpty();
  }

  @Test
  void faultOfAMoment_hasNoEndOfItsOwnUnlessSomethingHasToBeDone() throws InterruptedException {
    begin("link-cut@0ms");
    measure();
    assertThat(orders.take()).isEqualTo("fault begin link-cut 0");
    driver.close();
    assertThat(orders).isEmpty();
  }

  @Test
  void restart_startsAgainAtOnce() throws InterruptedException {
    begin("db-restart@0ms");
    measure();
    assertThat(orders.take()).isEqualTo("fault begin db-restart 0");
    assertThat(orders.take()).isEqualTo("fault end db-restart 0");
    driver.close();
    assertThat(driver.made()).hasSize(1);
  }

  @Test
  void loadThatIsOver_endsWhatLastsAndSparesTheRest() throws InterruptedException {
    begin("store-full@0ms+60m;link-cut@60m");
    measure();
    assertThat(orders.take()).isEqualTo("fault begin store-full 0");
    driver.close();

    assertThat(orders.take()).isEqualTo("fault end store-full 0");
    assertThat(orders).isEmpty();
    assertThat(driver.made())
        .extracting(CountersFile.FaultPart::kind)
        .containsExactly("store-full");
  }

  @Test
  void whatCannotBeMade_isNoted() throws InterruptedException {
    refusal = "there is no relay";
    begin("link-cut@0ms");
    measure();
    orders.take();
    driver.close();
    assertThat(driver.made())
        .extracting(CountersFile.FaultPart::failure)
        .containsExactly("there is no relay");
  }
}
