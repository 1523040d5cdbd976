package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.inspector.ResultFile;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Contract with an inspected pool; the profile {@code soak} runs all of it. */
@Tag("scalable")
@ParameterizedClass
@EnumSource(names = {"HIKARI", "UCP"})
@ExtendWith(InspectedSourceIT.Part.class)
final class InspectedSourceIT extends PooledSourceContract {
  private static final ResultFile FILE = new ResultFile();
  private static final Set<String> PART =
      Set.of(
          "close_uncommittedUpdate_isKeptByLevelNoneOnly",
          "jdbcProperties_doNotLeak",
          "close_sessionState_isResetByLevelFullOnly",
          "abort_endsTheSession_andFreesItsPlace",
          "sessionInUse_killed_isNotLentAgain",
          "lease_closedTwice_returnsOnce",
          "statistics_addUpUnderThreads");

  static final class Part implements ExecutionCondition {
    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
      boolean runs =
          Boolean.getBoolean("cloakroom.contracts")
              || context.getTestMethod().map(test -> PART.contains(test.getName())).orElse(true);
      return runs
          ? ConditionEvaluationResult.enabled("part of it")
          : ConditionEvaluationResult.disabled("-Dcloakroom.contracts=true runs it");
    }
  }

  InspectedSourceIT(PoolKind kind) {
    super(kind);
  }

  @Override
  ConnectionSource create(ConnectionSettings settings) {
    return ConnectionSources.open(settings, pool -> new InspectedPool(pool, FILE.properties()));
  }

  @AfterAll
  static void inspectorWasThere() {
    JsonNode result = FILE.read();
    assertThat(result.get("off").isNull()).as("%s", result.get("off")).isTrue();
    assertThat(result.get("boundaries").asInt()).isGreaterThan(100);
  }
}
