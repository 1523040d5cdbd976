package cloakroom.stress.run;

import java.util.ArrayList;
import java.util.List;

/**
 * One trial that is to be run.
 *
 * @param number from 1, in the order of execution
 * @param of how many there are
 * @param policy under which policy
 */
record TrialSpec(int number, int of, String policy) {
  /** All policies once, then all again (A B A B), so that drift of the machine hits them alike. */
  static List<TrialSpec> interleaved(List<String> policies, int trials) {
    List<TrialSpec> specs = new ArrayList<>();
    int of = policies.size() * trials;
    for (int round = 0; round < trials; round++) {
      for (String policy : policies) {
        specs.add(new TrialSpec(specs.size() + 1, of, policy));
      }
    }
    return List.copyOf(specs);
  }

  /** The name of its folder. */
  String folder() {
    return String.format("%02d-%s", number, policy);
  }
}
