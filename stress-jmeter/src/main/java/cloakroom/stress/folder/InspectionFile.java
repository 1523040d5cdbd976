package cloakroom.stress.folder;

import cloakroom.contract.InspectionResult;
import java.nio.file.Path;

/** The result of an inspector, which is a jar of its own, or of an observation. */
public final class InspectionFile {
  private InspectionFile() {}

  /** Reads it whole: a file of anything else is refused by the first name that it lacks. */
  public static InspectionResult read(Path path) {
    return Json.read(path, path.toString())
        .version(InspectionResult.SCHEMA)
        .whole(InspectionResult.class);
  }
}
