package cloakroom.stress.run;

import cloakroom.stress.measure.Variant;
import java.nio.file.Path;
import java.util.List;

/** The command lines of the processes that make up a trial. None of them holds a secret. */
interface Commands {
  /** Starts the database of the run: the embedded one, or Oracle in a container. */
  List<String> database();

  /** Starts the tier as the variant wants it. */
  List<String> tier(Variant variant, String url, String user);

  /** Starts the load engine against the nodes of a tier on this machine. */
  List<String> engine(Path trialFolder, List<Integer> ports);
}
