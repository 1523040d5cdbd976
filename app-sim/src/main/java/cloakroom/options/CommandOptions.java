package cloakroom.options;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Transformer that adds an option to a command for each row with a help text. */
public class CommandOptions implements IModelTransformer {
  private final Collection<Option<?>> rows;

  protected CommandOptions(Collection<Option<?>> rows) {
    this.rows = rows;
  }

  @Override
  public CommandSpec transform(CommandSpec command) {
    rows.stream()
        .filter(row -> !row.help().isEmpty())
        .forEach(row -> command.addOption(option(row)));
    return command;
  }

  private static OptionSpec option(Option<?> row) {
    OptionSpec.Builder option = OptionSpec.builder(row.name()).description(row.description());
    return row.isFlag()
        ? option.arity("0").type(boolean.class).build()
        : option.arity("1").type(String.class).paramLabel(row.kind().parameter()).build();
  }

  /** Returns the text on the command line for a row; empty if none. */
  public static Optional<String> typed(CommandSpec command, Option<?> row) {
    OptionSpec option = row.help().isEmpty() ? null : command.findOption(row.name());
    return Optional.ofNullable(option)
        .map(OptionSpec::<Object>getValue)
        .filter(value -> !value.equals(false))
        .map(Object::toString);
  }

  /** Returns the values on the command line for rows. */
  public static Choices choices(CommandSpec command, Collection<Option<?>> rows) {
    Map<String, String> all = new LinkedHashMap<>();
    for (Option<?> row : rows) {
      typed(command, row)
          .ifPresent(text -> all.put(row.key(), row.kind().normalized(row.name(), text)));
    }
    return new Choices(all);
  }
}
