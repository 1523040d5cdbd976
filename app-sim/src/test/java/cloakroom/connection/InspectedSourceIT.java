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

/**
 * The contract, kept by a pool of others' whose every connection is inspected: nobody notices. The
 * profile {@code soak} runs the whole of it, each build what an inspector could break.
 */
@Tag("scalable")
@ParameterizedClass
@EnumSource(names = {"HIKARI", "UCP"})
@ExtendWith(InspectedSourceIT.Part.class)
final class InspectedSourceIT extends PooledSourceContract {
  private static final ResultFile FILE = new ResultFile();
  private static final Set<String> PART =
      Set.of(
          "uncommittedUpdate_isInvisibleToTheNextBorrower",
          "noHygiene_handsTheOpenTransactionOn",
          "jdbcProperties_doNotLeak",
          "fullHygiene_clearsTheSession",
          "abort_endsTheSession_andItsPlaceInThePoolIsFree",
          "sessionInUse_killed_isNotHandedOutAgain",
          "lease_closedTwice_returnsOnce",
          "statistics_addUpUnderThreads");

  /** All, where everything is run; else the part. */
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

  /** Else the contract would have been kept by an inspector that was off. */
  @AfterAll
  static void inspectorWasThere() {
    JsonNode result = FILE.read();
    assertThat(result.get("off").isNull()).as("%s", result.get("off")).isTrue();
    assertThat(result.get("boundaries").asInt()).isGreaterThan(100);
  }
}
