package cloakroom.stress.run;

import cloakroom.stress.files.BaselinesFile;
import cloakroom.stress.files.RunFiles;
import cloakroom.stress.report.Reports;
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
    description =
        "Keeps a run by a name that compare takes in place of its folder, in baselines.json beside"
            + " it.")
final class BaselineCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "NAME", description = "up to 40 letters, digits, . _ -")
  private String name;

  @Parameters(index = "1", paramLabel = "RUN", description = "the folder of a run")
  private String given;

  @Override
  public Integer call() {
    BaselinesFile.requireName(name);
    Path folder = BaselinesFile.folders(List.of(given), StressJar.find().runs()).get(0);
    String plan = new RunFiles(folder).config().plan();
    Path file = BaselinesFile.beside(folder);
    Map<String, String> all = BaselinesFile.read(file);
    String run = folder.getFileName().toString();
    String before = all.put(name, run);
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    all.forEach(json::put);
    RunFolder.write(file, json);
    String was = before == null ? "" : " and was " + before;
    spec.commandLine().getOut().printf("%s is %s (%s)%s, kept in %s%n", name, run, plan, was, file);
    return Reports.DONE;
  }
}
