package cloakroom.cli;

import cloakroom.contract.SchemaName;
import cloakroom.contract.TierOptions;
import cloakroom.database.EnvironmentException;
import cloakroom.database.Urls;
import cloakroom.database.script.Schema;
import cloakroom.database.script.Schema.SchemaObject;
import cloakroom.database.url.UrlDatabase;
import cloakroom.http.JsonText;
import cloakroom.platform.Passwords;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "clean",
    description = "Drops everything that Cloakroom created in a database; lists it first.",
    footer =
        "Drops only objects that the table CLOAKROOM_OBJECTS lists. CLOAKROOM_DB_PASSWORD or a"
            + " prompt sets the password.")
final class CleanCommand extends TextOrJsonCommand {
  @Option(names = TierOptions.URL, paramLabel = "URL", required = true)
  private String url;

  @Option(names = TierOptions.USER, paramLabel = "NAME", defaultValue = "cloakroom")
  private String user;

  @Option(names = TierOptions.SCHEMA, paramLabel = "NAME")
  private String schema;

  @Option(names = "--yes")
  private boolean yes;

  @Override
  public Integer call() {
    Schema installed = Schema.forUrl(url, schema);
    try (Connection connection = UrlDatabase.connect(url, url, user, Passwords.here().of(user))) {
      Map<String, SchemaObject> items =
          yes ? installed.drop(connection) : installed.listed(connection);
      print(text(items), JsonText.object("event", yes ? "dropped" : "listed", "objects", items));
      return 0;
    } catch (SQLException e) {
      throw new EnvironmentException("cannot read the list of objects: " + e.getMessage(), e);
    }
  }

  private String text(Map<String, SchemaObject> items) {
    String location = SchemaName.of(url, schema) + " of " + Urls.withoutCredentials(url);
    if (items.isEmpty()) {
      return "Cloakroom created nothing in " + location + ".";
    }
    StringBuilder text = new StringBuilder();
    items.forEach(
        (name, item) ->
            text.append("%-10s %8.1f MB  %s%n".formatted(item.kind(), item.bytes() / 1e6, name)));
    return text.append(items.size())
        + (yes ? " objects dropped from " : " objects to drop, with their data, in ")
        + location
        + (yes ? "." : ". Nothing was dropped: add --yes to drop them.");
  }
}
