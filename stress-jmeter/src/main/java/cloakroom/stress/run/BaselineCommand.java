package cloakroom.stress.run;

import cloakroom.stress.files.BaselinesFile;
import cloakroom.stress.measure.RunFolderException;
import cloakroom.stress.measure.RunSummary;
import cloakroom.stress.measure.read.MeasuredRun;
import cloakroom.stress.process.StressFailure;
import cloakroom.stress.report.Reports;
import cloakroom.stress.report.Words;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code baseline NAME RUN}: keeps a run by a name, which {@code compare} takes for its folder. */
@Command(
    name = "baseline",
    mixinStandardHelpOptions = true,
    description = {
      "Keep a run by a name that compare takes in place of its folder:",
      "in baselines.json beside the run's folder."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "2:wrong use, or the folder cannot be read",
      "3:the run is invalid and nothing can be compared with it"
    })
final class BaselineCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "NAME", description = "up to 40 letters, digits, . _ -")
  private String name;

  @Parameters(index = "1", paramLabel = "RUN", description = "the folder of a run")
  private String run;

  @Override
  public Integer call() {
    try {
      BaselinesFile.requireName(name);
      Path folder = BaselinesFile.folders(List.of(run), StressJar.find().runs()).get(0);
      RunSummary summary = MeasuredRun.of(folder);
      if (Reports.exitCode(summary) == StressFailure.INVALID) {
        throw StressFailure.invalid(
            folder + " is invalid and can be no baseline: " + Words.withheld(summary));
      }
      keep(folder);
      return Reports.DONE;
    } catch (RunFolderException | IllegalArgumentException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return StressFailure.WRONG_USE;
    } catch (StressFailure e) {
      spec.commandLine().getErr().println(e.getMessage());
      return e.exitCode();
    }
  }

  private void keep(Path folder) {
    Path file = BaselinesFile.beside(folder);
    Map<String, String> all = BaselinesFile.read(file);
    String before = all.put(name, folder.getFileName().toString());
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    all.forEach(json::put);
    RunFolder.write(file, json);
    spec.commandLine()
        .getOut()
        .printf(
            "%s is %s%s, kept in %s%n",
            name, folder.getFileName(), before == null ? "" : " and was " + before, file);
  }
}
