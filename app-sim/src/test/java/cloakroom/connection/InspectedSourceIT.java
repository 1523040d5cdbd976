package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.inspector.ResultFile;
import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract, kept by a pool of others' whose every connection is inspected: nobody notices. */
@ParameterizedClass
@EnumSource(names = {"HIKARI", "UCP"})
final class InspectedSourceIT extends PooledSourceIT {
  private static final ResultFile FILE = new ResultFile();

  InspectedSourceIT(PoolKind kind) {
    super(kind);
  }

  @Override
  ConnectionSource create(ConnectionSettings settings) {
    return ConnectionSources.open(settings, pool -> new InspectedPool(pool, FILE.properties()));
  }

  /** Else the contract would have been kept by an inspector that was off. */
  @AfterAll
  static void inspectorWasThere() {
    JsonNode result = FILE.read();
    assertThat(result.get("off").isNull()).as("%s", result.get("off")).isTrue();
    assertThat(result.get("boundaries").asInt()).isGreaterThan(300);
  }
}
