package cloakroom.bench.study;

import java.util.List;
import java.util.Map;

/**
 * A benchmark of which some values of one parameter cannot be run everywhere, because they need a
 * program or a database that is not here. The runner leaves those out and says why.
 */
public interface Needs {
  /** The parameter's name. */
  String parameter();

  /** Those of its values that cannot be run here, each with the reason and what to install. */
  Map<String, String> absent();

  /** What else cannot be measured here, a line for each. */
  default List<String> remarks() {
    return List.of();
  }
}
