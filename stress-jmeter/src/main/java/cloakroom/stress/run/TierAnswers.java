package cloakroom.stress.run;

import cloakroom.stress.measure.Variant;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What the tier's jar is asked before anything is started. */
interface TierAnswers {
  /** The policies that it offers, in its own order. */
  List<String> policies(Path appSim);

  /**
   * The line with which it refuses the policy and settings of a variant; empty when they will do.
   */
  Optional<String> refusal(Path appSim, Variant variant);
}
