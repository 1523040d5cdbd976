package cloakroom.stress.files;

import cloakroom.stress.measure.Inspection;
import java.nio.file.Path;

/** The result of an inspector, which is a jar of its own. */
public final class InspectionFile {
  private InspectionFile() {}

  /** Reads it whole: a file of anything else is refused by the first name that it lacks. */
  public static Inspection read(Path path) {
    Json json = Json.read(path, path.toString());
    if (json.whole("schema") != 1) {
      throw json.fault("schema", "1, the schema that this version reads");
    }
    return json.whole(Inspection.class);
  }
}
