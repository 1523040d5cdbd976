package cloakroom.cli;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.policy.JboProperty;
import cloakroom.policy.UnmodelledProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class ConfigCommandTest {
  private static final String FILES = "src/test/resources/bc4j/";

  @Test
  void everySetting_isShownWithChoicesEffectAndSource() {
    String shown = Ran.shown("config", "--set", "jbo.recyclethreshold=40");

    for (JboProperty property : JboProperty.values()) {
      assertThat(shown).contains(property.key() + "=", property.effect(), property.source());
    }
    assertThat(shown).contains("jbo.recyclethreshold=40", "default 10");
  }

  @Test
  void everySetting_hasItsRowInTheDocumentation() throws Exception {
    String documentation = Files.readString(Path.of("../docs/internals/policies.md"));

    for (JboProperty property : JboProperty.values()) {
      assertThat(documentation)
          .contains(
              "| `%s` | `%s` | %s | %s | %s |"
                  .formatted(
                      property.key(),
                      property.defaultValue(),
                      property.choices(),
                      property.effect(),
                      property.source()));
    }
  }

  @Test
  void json_holdsAllOfIt() throws Exception {
    String file = "--bc4j=" + FILES + "orders.xcfg";
    JsonNode json =
        new ObjectMapper()
            .readTree(Ran.shown("config", "--json", file, "--set=jbo.recyclethreshold=40"));

    assertThat(json.get("policy").asText()).isEqualTo("OrdersModuleLocal");
    assertThat(json.get("settings")).hasSize(JboProperty.values().length);
    for (JsonNode setting : json.get("settings")) {
      String origin = setting.get("origin").asText();
      switch (setting.get("name").asText()) {
        case "jbo.recyclethreshold" -> assertThat(origin).isEqualTo("set");
        case "jbo.doconnectionpooling" -> assertThat(origin).isEqualTo("bc4j file");
        case "jbo.dofailover" -> assertThat(origin).isEqualTo("default");
        default -> assertThat(setting.get("choices").asText()).isNotEmpty();
      }
    }
    assertThat(json.get("others")).hasSameSizeAs(UnmodelledProperty.ALL);
    assertThat(json.at("/bc4j/tookEffect")).hasSize(9);
    assertThat(json.at("/bc4j/notModelled/0/name").asText()).isEqualTo("jbo.maxpoolsize");
  }

  @Test
  void file_isReportedSettingBySetting() {
    String file = FILES + "orders.xcfg";
    assertThat(Ran.shown("config", "--bc4j", file, "--am-config", "OrdersModuleLocal"))
        .contains("configuration orders.model.OrdersModule/OrdersModuleLocal", "took effect")
        .contains("jbo.recyclethreshold=60", "AM-Pooling, line 7", "not modelled", "--pool-size")
        .contains("unknown", "acme.cache.size")
        .contains("note: jbo.ampool.monitorsleepinterval is in Security, line 11");
  }
}
