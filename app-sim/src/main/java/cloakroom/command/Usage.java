package cloakroom.command;

import cloakroom.platform.Nearest;
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
 * Help texts and error messages of a program's commands. A row of the table contains: command,
 * heading and options of a group; or command, {@value #EXAMPLE}, description and arguments of an
 * example; or commands, an option and its description; or command, an exit code and its meaning.
 * Options without a group come last.
 */
public final class Usage {
  private static final String EXAMPLE = "e.g.";
  private static final String OPTION = "--";
  private static final String EXIT = "exit ";

  /** With more options, the synopsis is abbreviated. */
  private static final int MAX_SYNOPSIS_OPTIONS = 12;

  /** Former names of options, without hyphens, and the names that replaced them. */
  private static final Map<String, String> RENAMED =
      Map.ofEntries(
          Map.entry("beside", "compare-with"),
          Map.entry("check", "validate-only"),
          Map.entry("count-trips", "count-round-trips"),
          Map.entry("db-commit", "commit-delay"),
          Map.entry("first", "start-load"),
          Map.entry("hold", "pending-time"),
          Map.entry("hygiene", "reset-level"),
          Map.entry("inspected", "inspection-file"),
          Map.entry("keeps", "required-state"),
          Map.entry("mix", "requests-between"),
          Map.entry("most", "max-load"),
          Map.entry("no-count-trips", "no-count-round-trips"),
          Map.entry("no-operation", "no-steady-state"),
          Map.entry("page-work", "page-wait"),
          Map.entry("with-parent", "exit-with-parent"),
          Map.entry("within", "precision"));

  private Usage() {}

  /** Descriptions of options by their names without hyphens, as picocli looks them up. */
  private static final class Descriptions extends ListResourceBundle {
    private final List<List<String>> rows;

    Descriptions(List<List<String>> rows) {
      this.rows = rows;
    }

    @Override
    protected Object[][] getContents() {
      return rows.stream()
          .filter(row -> row.get(1).startsWith(OPTION))
          .map(row -> new Object[] {row.get(1).substring(OPTION.length()), row.get(2)})
          .toArray(Object[][]::new);
    }
  }

  /** Sets the help texts of a table, and returns the command line. */
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
    command.setResourceBundle(new Descriptions(rows));
    Map<String, String> codes = new LinkedHashMap<>();
    rows.stream()
        .filter(row -> row.get(1).startsWith(EXIT))
        .forEach(row -> codes.put(row.get(1).substring(EXIT.length()), row.get(2)));
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

  /** Prints an error as one line that begins with the command's name. */
  public static void printError(CommandLine command, String message) {
    command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + OneLine.of(message));
    command.getErr().flush();
  }

  /** Returns an error message with the nearest name, or all names if none is near. */
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
    return Nearest.to(argument.replaceFirst("=.*", ""), known)
        .map(near -> unknown + "; did you mean " + near + "?" + all)
        .orElseGet(() -> choices(unknown, known));
  }

  /**
   * Returns the message for the former name of one of these options.
   *
   * @param argument former name, with or without hyphens and a value
   * @param known names of options, with or without hyphens
   */
  public static Optional<String> renamed(String argument, Collection<String> known) {
    String former = argument.replaceFirst("^--", "").replaceFirst("=.*", "");
    String now = RENAMED.getOrDefault(former, "");
    // picocli lists a negatable option without "no-"
    List<String> names = List.of(now, now.replaceFirst("^no-", ""));
    return known.stream().anyMatch(name -> names.contains(name.replaceFirst("^--", "")))
        ? Optional.of("--%s was renamed; use --%s".formatted(former, now))
        : Optional.empty();
  }

  private static String choices(String problem, List<String> known) {
    return problem + "; choose from " + String.join(", ", known);
  }
}
