package cloakroom.options;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Picocli transformer that adds to a command all options that have a help text. */
public class CommandOptions implements IModelTransformer {
  private final Collection<Option<?>> rows;

  protected CommandOptions(Collection<Option<?>> rows) {
    this.rows = rows;
  }

  @Override
  public CommandSpec transform(CommandSpec command) {
    for (Option<?> row : rows) {
      if (!row.help().isEmpty()) {
        var option = OptionSpec.builder(row.name()).description(row.description());
        command.addOption(
            row.isFlag()
                ? option.arity("0").type(boolean.class).build()
                : option.arity("1").type(String.class).paramLabel(row.kind().parameter()).build());
      }
    }
    return command;
  }

  public static Optional<String> typed(CommandSpec command, Option<?> row) {
    return Optional.ofNullable(row.help().isEmpty() ? null : command.findOption(row.name()))
        .map(OptionSpec::<Object>getValue)
        .filter(value -> !value.equals(false))
        .map(Object::toString);
  }

  public static Choices choices(CommandSpec command, Collection<Option<?>> rows) {
    Map<String, String> all = new LinkedHashMap<>();
    for (Option<?> row : rows) {
      typed(command, row)
          .ifPresent(text -> all.put(row.key(), row.kind().normalized(row.name(), text)));
    }
    return new Choices(all);
  }
}
