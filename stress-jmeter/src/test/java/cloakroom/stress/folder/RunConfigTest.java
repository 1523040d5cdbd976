package cloakroom.stress.folder;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.stress.folder.RunConfig.TrialConfig;
import cloakroom.stress.process.Records;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

final class RunConfigTest {
  @Test
  void read_settingsWithAnObject_becomeNamesWithDots() throws Exception {
    String trial =
        """
        {"folder": "01-sticky", "variant": "sticky", "policy": "sticky", "store": "ps-txn",
         "pool": "ucp", "poolSize": 200, "choices": {"a-later-option": "x"},
         "settings": {"threads": 200, "driver": {"socketTimeout": "60", "tcpKeepAlive": true}}}
        """;

    TrialConfig read = Records.of(new ObjectMapper().readTree(trial), TrialConfig.class);

    assertThat(read.settings())
        .containsEntry("threads", "200")
        .containsEntry("driver.socketTimeout", "60")
        .containsEntry("driver.tcpKeepAlive", "true");
    assertThat(read.variant().choices().all()).containsEntry("a-later-option", "x");
    assertThat(read.step()).isNull();
  }
}
