package cloakroom.database.url;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class OracleAddressTest {
  @ParameterizedTest
  @CsvSource({
    "jdbc:oracle:thin:@//db:1521/sales, jdbc:oracle:thin:@//db:1521/sales:pooled",
    "jdbc:oracle:thin:@db/sales, jdbc:oracle:thin:@db/sales:pooled",
    "jdbc:oracle:thin:@tcp://db:1521/sales:dedicated?retry_count=2,"
        + " jdbc:oracle:thin:@tcp://db:1521/sales:pooled?retry_count=2",
    "jdbc:oracle:thin:@//db:1521/sales:SHARED/one, jdbc:oracle:thin:@//db:1521/sales:pooled/one",
    "jdbc:oracle:thin:@db:1521:XE, jdbc:oracle:thin:@db:1521:XE:pooled",
    "jdbc:oracle:thin:@db:1521:XE:shared, jdbc:oracle:thin:@db:1521:XE:pooled",
    "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=h))(CONNECT_DATA=(SERVICE_NAME=sales))),"
        + " jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=h))"
        + "(CONNECT_DATA=(SERVER=pooled)(SERVICE_NAME=sales)))",
    "jdbc:oracle:thin:@(description=(connect_data=(server = Shared)(service_name=sales))),"
        + " jdbc:oracle:thin:@(description=(connect_data=(SERVER=pooled)(service_name=sales)))"
  })
  void withServerType_everyForm_replacesTheType(String url, String pooled) {
    assertThat(OracleAddress.of(url).orElseThrow().withServerType("pooled")).isEqualTo(pooled);
    OracleAddress chosen = OracleAddress.of(pooled).orElseThrow();
    assertThat(chosen.serverType()).hasValue("pooled");
    assertThat(chosen.service()).isIn("sales", "XE");
  }

  @Test
  void of_urlWithoutTypeOrService_isEmpty() {
    assertThat(OracleAddress.of("jdbc:oracle:thin:@//db:1521/sales").orElseThrow().serverType())
        .isEmpty();
    assertThat(OracleAddress.of("jdbc:oracle:thin:@sales")).isEmpty();
    assertThat(OracleAddress.of("jdbc:postgresql://db:5432/sales")).isEmpty();
  }
}
