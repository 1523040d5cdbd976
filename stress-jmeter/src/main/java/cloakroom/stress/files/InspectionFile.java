package cloakroom.stress.files;

import cloakroom.contract.InspectionResult;
import java.nio.file.Path;

/** The result of an inspector, which is a jar of its own, or of an observation. */
public final class InspectionFile {
  private InspectionFile() {}

  /** Reads it whole: a file of anything else is refused by the first name that it lacks. */
  public static InspectionResult read(Path path) {
    Json json = Json.read(path, path.toString());
    if (json.whole("schema") != InspectionResult.SCHEMA) {
      throw json.fault("schema", "1, the schema that this version reads");
    }
    return json.whole(InspectionResult.class);
  }
}
