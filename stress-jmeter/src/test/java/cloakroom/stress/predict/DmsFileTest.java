package cloakroom.stress.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import cloakroom.stress.process.StressFailure;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DmsFileTest {
  private static final String OUT = "instanceCheckedOut.count";
  private static final String DUMP =
      """
      /JDBC/OracleConnectionCacheImpl [type=JDBC_ConnectionSource]
         instanceCount.value: 99 connections
      /ADF/shop/OrdersModule [type=ampool]
         appName.value: shop
         instanceCheckedOut.count: 200 ops
         instanceCount.value: 12
         stateActivated.count: 50 ops
      /ADF/shop/StockModule [type=ampool]
         instanceCheckedOut.count: 100 ops
         instanceCount.value: 3
      """;
  private static final String TABLE =
      """
      ampool
      ------
      Host: a
      Name: Orders
      ServerName: one
      instanceCheckedOut.count: 10 ops

      Name: Orders
      ServerName: two
      instanceCheckedOut.count: 30 ops
      """;
  private static final String CSV = "pool,metric,value\nOrders,instanceCheckedOut.count,7\n";
  @TempDir private Path folder;

  private Map<String, Double> read(String text, String pool) throws IOException {
    return DmsFile.read(Files.writeString(folder.resolve("pools of shop.txt"), text), pool);
  }

  @Test
  void read_severalPools_sumsMetricsOfAll() throws IOException {
    assertThat(read(DUMP, null)).isEqualTo(Map.of(OUT, 300.0, "instanceCount.value", 15.0));
    assertThat(read(DUMP, "OrdersModule"))
        .isEqualTo(Map.of(OUT, 200.0, "instanceCount.value", 12.0, "stateActivated.count", 50.0));
    assertThat(read(TABLE, "Orders")).containsEntry(OUT, 40.0);
    assertThat(read(TABLE, "Orders@two")).containsEntry(OUT, 30.0);
    assertThat(read("instanceCheckedOut.count: 5", null)).containsEntry(OUT, 5.0);
    assertThat(read(CSV, "Orders")).containsEntry(OUT, 7.0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nothing | :1: no metrics of application module pools; they are instanceCheckedOut.count, ",
        "instanceCheckedOut.count: many | :1: instanceCheckedOut.count \"many\" must be a number",
        "stateActivated.count: 4 | :1: pool unnamed has no instanceCheckedOut.count",
        "instanceCheckedOut.count: 0 | : instanceCheckedOut.count must be above 0",
        "pool,metric,value;Orders,checkouts,4 | :2: metric \"checkouts\"; choose from instance",
        "pool,metric,value;Orders,4 | :2: 2 cells; each line must be pool,metric,value",
        "Name: A;instanceCheckedOut.count: 4;Name: A | :3: pool A is given twice; keep one dump",
      })
  void read_wrongText_namesLineAndChoices(String text, String why) {
    assertThatThrownBy(() -> read(text.replace(";", "\n"), null))
        .isInstanceOf(StressFailure.class)
        .hasMessageStartingWith(folder.resolve("pools of shop.txt").toString())
        .hasMessageContaining(why.replace("|", ""));
  }

  @Test
  void read_otherPool_isNamedWithTheChoices() {
    assertThatThrownBy(() -> read(DUMP, "Orders"))
        .hasMessageContaining("--dms-pool Orders: not in ")
        .hasMessageEndingWith("; choose from OrdersModule, StockModule");
  }

  @Test
  void text_production_comparesRatesPerCheckOut() throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    var answer =
        mapper.readTree(
            """
            {"predicted":{"instances":15,"counts":{"checkouts":1000,"activations":200,
             "activationsFromMemory":100,"logicalPassivations":0}}}""");

    assertThat(
            PredictCommand.text(
                folder, mapper.createObjectNode(), answer, read(DUMP, "OrdersModule"), 100))
        .containsPattern("check-outs +200 +1000 +–")
        .containsPattern("activations per check-out +0\\.2500 +0\\.3000 +20")
        .containsPattern("passivations per check-out +– +0\\.0000 +–")
        .containsPattern("instances +12 +15 +25");
  }
}
