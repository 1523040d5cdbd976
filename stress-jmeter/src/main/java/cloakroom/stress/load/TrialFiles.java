package cloakroom.stress.load;

import static cloakroom.contract.OneLine.why;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The files of one trial; the names are the run folder's.
 *
 * @param folder the trial's folder
 */
record TrialFiles(Path folder) {

  /**
   * Creates the folder and removes the samples of an earlier trial, to which JMeter would append.
   */
  static TrialFiles in(Path folder) throws EngineException {
    TrialFiles files = new TrialFiles(folder);
    try {
      Files.createDirectories(files.log().getParent());
      Files.deleteIfExists(files.samples());
      Files.createFile(files.samples());
      Files.delete(files.samples());
    } catch (IOException e) {
      throw new EngineException("cannot write to the trial's folder " + folder + ": " + why(e));
    }
    return files;
  }

  Path samples() {
    return folder.resolve("samples.jtl");
  }

  Path responseTimes() {
    return folder.resolve("response.hlog");
  }

  Path serviceTimes() {
    return folder.resolve("service.hlog");
  }

  Path dashboard() {
    return folder.resolve("dashboard");
  }

  Path dashboardScratch() {
    return folder.resolve("dashboard-scratch");
  }

  Path log() {
    return folder.resolve("logs").resolve("jmeter.log");
  }
}
