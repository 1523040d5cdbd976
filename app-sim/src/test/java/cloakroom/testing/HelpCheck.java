package cloakroom.testing;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.platform.Resources;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** What the help of every command of a program has to be: in groups, with examples that can run. */
public final class HelpCheck {
  private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  private HelpCheck() {}

  /** Checks the help of a program and of its commands, which is made of this table. */
  public static void assertExplained(CommandLine program, String table) {
    Map<String, CommandLine> commands = new TreeMap<>(program.getSubcommands());
    commands.put(program.getCommandName(), program);
    List<List<String>> rows = Resources.rows(table);
    assertThat(rows).allMatch(row -> commands.keySet().containsAll(commands(row)));
    commands.forEach(
        (name, command) -> {
          List<List<String>> own = rows.stream().filter(r -> commands(r).contains(name)).toList();
          assertThat(own.stream().filter(HelpCheck::isExample)).as(name).hasSizeGreaterThan(2);
          own.forEach(row -> check(row, command, program));
          assertThat(command.getCommandSpec().options())
              .as(name)
              .allMatch(option -> String.join("", option.description()).length() > 5);
          assertThat(command.getUsageMessage(Ansi.OFF).split("Examples:", -1)[0].lines())
              .as(name)
              .allMatch(line -> line.length() <= 80);
        });
  }

  private static List<String> commands(List<String> row) {
    return List.of(row.get(0).split(",", -1));
  }

  private static boolean isExample(List<String> row) {
    return row.get(1).equals("e.g.");
  }

  private static void check(List<String> row, CommandLine command, CommandLine program) {
    String help = command.getUsageMessage(Ansi.OFF);
    String kind = row.get(1).replaceFirst(" .*", "");
    if (kind.startsWith("--") || kind.equals("exit")) {
      String told = kind.equals("exit") ? row.get(1).substring(5) + row.get(2) : row.get(2);
      assertThat(withoutBlanks(help)).contains(withoutBlanks(told.replace("%%", "%")));
      return;
    }
    if (!isExample(row)) {
      assertThat(help).contains(row.get(1) + ":");
      assertThat(command.getCommandSpec().optionsMap()).containsKeys(row.get(2).split(" ", -1));
      return;
    }
    String arguments = row.size() > 3 ? " " + row.get(3) : "";
    String name = command.getCommandSpec().qualifiedName();
    assertThat(help).contains(row.get(2) + ":", name + arguments);
    List<String> words = new ArrayList<>();
    if (command != program) {
      words.add(command.getCommandName());
    }
    words.addAll(words(arguments.replaceFirst("^ > .*", "")));
    program.parseArgs(words.toArray(String[]::new));
  }

  private static String withoutBlanks(String text) {
    return text.replaceAll("\\s+", "");
  }

  private static List<String> words(String line) {
    return WORD.matcher(line)
        .results()
        .map((MatchResult word) -> word.group(1) == null ? word.group(2) : word.group(1))
        .toList();
  }
}
