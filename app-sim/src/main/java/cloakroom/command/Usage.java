package cloakroom.command;

import cloakroom.platform.Names;
import cloakroom.platform.OneLine;
import cloakroom.platform.Resources;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.ListResourceBundle;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Help texts and error messages of commands, read from a table. Each row adds one text to a
 * command: an example, an option's description, a heading for options, or an exit code's meaning.
 */
public final class Usage {
  private static final String EXAMPLE = "e.g.";
  private static final String OPTION = "--";
  private static final String EXIT = "exit ";
  private static final int MAX_SYNOPSIS_OPTIONS = 12; // else the synopsis is abbreviated
  private static final Map<String, List<String>> RENAMED =
      Resources.table("cloakroom/command/renamed.txt");

  private Usage() {}

  public static CommandLine of(CommandLine program, String table) {
    if ("dumb".equals(System.getenv("TERM"))) {
      program.setColorScheme(Help.defaultColorScheme(Help.Ansi.OFF));
    }
    setHelp(program, Resources.rows(table));
    return program;
  }

  private static void setHelp(CommandLine command, List<List<String>> table) {
    List<List<String>> rows =
        table.stream()
            .filter(row -> List.of(row.get(0).split(",", -1)).contains(command.getCommandName()))
            .toList();
    // Picocli looks up an option's description by the option's name without hyphens.
    Map<String, String> descriptions = byName(rows, OPTION);
    command.setResourceBundle(
        new ListResourceBundle() {
          @Override
          protected Object[][] getContents() {
            return descriptions.entrySet().stream()
                .map(entry -> new Object[] {entry.getKey(), entry.getValue()})
                .toArray(Object[][]::new);
          }
        });
    Map<String, String> codes = byName(rows, EXIT);
    UsageMessageSpec usage = command.getCommandSpec().usageMessage();
    usage.abbreviateSynopsis(command.getCommandSpec().options().size() > MAX_SYNOPSIS_OPTIONS);
    usage.sortOptions(false);
    if (!codes.isEmpty()) {
      usage.exitCodeListHeading("%nExit codes:%n").exitCodeList(codes);
    }
    Map<String, CommandLine.IHelpSectionRenderer> sections = command.getHelpSectionMap();
    sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, help -> options(help, rows));
    sections.put(UsageMessageSpec.SECTION_KEY_FOOTER, help -> help.footer() + examples(help, rows));
    command.getSubcommands().values().forEach(each -> setHelp(each, table));
  }

  private static Map<String, String> byName(List<List<String>> rows, String prefix) {
    Map<String, String> texts = new LinkedHashMap<>();
    rows.stream()
        .filter(row -> row.get(1).startsWith(prefix))
        .forEach(row -> texts.put(row.get(1).substring(prefix.length()), row.get(2)));
    return texts;
  }

  private static String options(Help help, List<List<String>> rows) {
    Map<String, OptionSpec> left = new LinkedHashMap<>();
    help.commandSpec().options().stream()
        .filter(option -> !option.hidden())
        .forEach(option -> left.put(option.longestName(), option));
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      if (row.get(2).startsWith(OPTION)) {
        Stream<String> names = Stream.of(row.get(2).split(" ", -1));
        group(help, row.get(1), names.map(left::remove).filter(Objects::nonNull).toList(), text);
      }
    }
    group(help, text.isEmpty() ? "Options" : "Other options", left.values(), text);
    return text.toString();
  }

  private static void group(
      Help help, String heading, Collection<OptionSpec> options, StringBuilder text) {
    if (!options.isEmpty()) {
      text.append(help.createHeading("%n@|bold " + heading + ":|@%n"));
      text.append(help.optionListExcludingGroups(List.copyOf(options)));
    }
  }

  private static String examples(Help help, List<List<String>> rows) {
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      if (row.get(1).equals(EXAMPLE)) {
        String arguments = row.size() > 3 ? " " + row.get(3) : "";
        String command = help.commandSpec().qualifiedName() + arguments;
        text.append(String.format("  %s:%n    %s%n", row.get(2), command));
      }
    }
    return text.isEmpty() ? "" : help.createHeading("%n@|bold Examples:|@%n") + text;
  }

  public static void printError(CommandLine command, String message) {
    command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + OneLine.of(message));
    command.getErr().flush();
  }

  /**
   * Returns the error message for wrong arguments. For an unknown name, suggests the most similar
   * name, or lists all names if none is similar.
   */
  public static String problem(ParameterException failure) {
    CommandSpec spec = failure.getCommandLine().getCommandSpec();
    List<String> commands = List.copyOf(spec.subcommands().keySet());
    if (!(failure instanceof UnmatchedArgumentException unmatched)) {
      return commands.isEmpty()
          ? OneLine.of(failure.getMessage())
          : choices("no command", commands);
    }
    String argument = unmatched.getUnmatched().get(0);
    boolean option = argument.startsWith("-");
    List<String> known =
        option || commands.isEmpty()
            ? spec.options().stream().map(OptionSpec::longestName).toList()
            : commands;
    Optional<String> renamed = renamed(argument, known);
    if (renamed.isPresent()) {
      return renamed.get();
    }
    String kind = option ? "option" : commands.isEmpty() ? "argument" : "command";
    String unknown = OneLine.of("unknown " + kind + " '" + argument + "'");
    String all = " (all: " + spec.qualifiedName() + " --help)";
    return Names.nearest(argument.replaceFirst("=.*", ""), known)
        .map(near -> unknown + "; did you mean " + near + "?" + all)
        .orElseGet(() -> choices(unknown, known));
  }

  public static Optional<String> renamed(String argument, Collection<String> known) {
    String former = argument.replaceFirst("^--", "").replaceFirst("=.*", "");
    String now = RENAMED.containsKey(former) ? RENAMED.get(former).get(1) : "";
    // Picocli lists --no-color as --color, so both names match.
    List<String> names = List.of(now, now.replaceFirst("^no-", ""));
    return known.stream().anyMatch(name -> names.contains(name.replaceFirst("^--", "")))
        ? Optional.of("--%s was renamed; use --%s".formatted(former, now))
        : Optional.empty();
  }

  private static String choices(String problem, List<String> known) {
    return problem + "; choose from " + String.join(", ", known);
  }
}
