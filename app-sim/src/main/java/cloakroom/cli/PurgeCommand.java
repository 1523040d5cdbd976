package cloakroom.cli;

import cloakroom.connection.ConnectionException;
import cloakroom.connection.ConnectionSettings;
import cloakroom.connection.ConnectionSource;
import cloakroom.connection.ConnectionSources;
import cloakroom.connection.PoolKind;
import cloakroom.contract.SchemaName;
import cloakroom.contract.TierOptions;
import cloakroom.database.EnvironmentException;
import cloakroom.database.script.Schema;
import cloakroom.database.url.UrlDatabase;
import cloakroom.http.JsonText;
import cloakroom.passivation.FileStore;
import cloakroom.passivation.PsTxnDialect;
import cloakroom.passivation.PsTxnStore;
import cloakroom.passivation.SnapshotPurge.PurgeOrder;
import cloakroom.passivation.SnapshotPurge.PurgeReport;
import cloakroom.passivation.SnapshotStoreException;
import cloakroom.platform.Password;
import cloakroom.platform.Passwords;
import cloakroom.tier.CommandErrors;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "purge",
    description = "Deletes snapshots that are older than a time: those of sessions that crashed.",
    footer =
        "Nodes keep the snapshots of live sessions younger than the session time-out, so older ones"
            + " belong to no session. CLOAKROOM_DB_PASSWORD or a prompt sets the password.")
final class PurgeCommand extends TextOrJsonCommand {
  @Option(names = "--older-than", paramLabel = "AGE", required = true)
  private Duration olderThan;

  @Option(names = "--dry-run")
  private boolean dryRun;

  @Option(names = "--batch", paramLabel = "N", defaultValue = "" + PurgeOrder.DEFAULT_BATCH)
  private int batch;

  @Option(names = "--include-live")
  private boolean includeLive;

  @Option(names = "--session-timeout", paramLabel = "TIME", defaultValue = "30m")
  private Duration sessionTimeout;

  @Option(names = TierOptions.STORE, paramLabel = "S", defaultValue = TierOptions.PS_TXN)
  private String store;

  @Option(names = "--store-dir", paramLabel = "DIR")
  private Path directory;

  @Option(names = TierOptions.URL, paramLabel = "URL")
  private String url;

  @Option(names = TierOptions.USER, paramLabel = "NAME", defaultValue = "cloakroom")
  private String user;

  @Option(names = TierOptions.SCHEMA, paramLabel = "NAME")
  private String schema;

  private String origin = ""; // origin of the snapshots, for the printed text

  @Override
  public Integer call() {
    PurgeOrder order = checkedOrder();
    try {
      PurgeReport report = TierOptions.FILE.equals(store) ? ofFiles(order) : ofDatabase(order);
      print(
          sentence(report),
          JsonText.object(
              "event", dryRun ? "counted" : "purged",
              "store", store,
              "olderThanMillis", olderThan.toMillis(),
              "dryRun", dryRun,
              "found", report.found(),
              "deleted", report.deleted(),
              "locked", report.locked()));
      return 0;
    } catch (SnapshotStoreException | ConnectionException e) {
      throw new EnvironmentException(e.getMessage(), e);
    }
  }

  private PurgeOrder checkedOrder() {
    CommandErrors.refuseIf(
        olderThan.compareTo(sessionTimeout) < 0 && !includeLive,
        "--older-than %s is below --session-timeout %s, the maximum age of live sessions'"
            + " snapshots; choose a higher age, or --include-live to delete the state of live sessions too",
        text(olderThan),
        text(sessionTimeout));
    List<String> stores = List.of(TierOptions.PS_TXN, TierOptions.PS_TXN_CLASSIC, TierOptions.FILE);
    CommandErrors.requireOneOf(TierOptions.STORE, store, stores);
    if (TierOptions.FILE.equals(store)) {
      require("--store-dir", directory, "the directory of a node");
    } else {
      require("--url", url, "jdbc:postgresql://127.0.0.1:5432/cloakroom");
    }
    return new PurgeOrder(olderThan, batch, dryRun);
  }

  private void require(String option, Object value, String example) {
    CommandErrors.refuseIf(
        value == null, "--store %s requires %s, for example %s", store, option, example);
  }

  private PurgeReport ofFiles(PurgeOrder order) {
    if (!directory.toFile().isDirectory()) {
      throw new EnvironmentException("no file store in " + directory + ": no such directory");
    }
    try (FileStore files = new FileStore(directory, true)) {
      return files.purge(order, this::progress);
    }
  }

  private PurgeReport ofDatabase(PurgeOrder order) {
    PsTxnDialect dialect;
    try {
      dialect = PsTxnDialect.forUrl(url);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--url: " + e.getMessage(), e);
    }
    Password password = Passwords.here().of(user);
    origin = requireSchema(password);
    ConnectionSettings settings =
        ConnectionSettings.to(url, user, password)
            .schema(SchemaName.of(url, schema))
            .pool(PoolKind.HIKARI, 1)
            .build();
    try (ConnectionSource source = ConnectionSources.open(settings)) {
      return new PsTxnStore(source, dialect, PsTxnStore.WriteMode.ONE_STATEMENT)
          .purge(order, this::progress);
    }
  }

  private String requireSchema(Password password) {
    try (Connection connection = UrlDatabase.connect(url, url, user, password)) {
      Schema installed = Schema.forUrl(url, schema);
      installed.requireInstalled(connection, "");
      return " of Cloakroom's tier (PS_TXN in %s, created %s)"
          .formatted(SchemaName.of(url, schema), installed.created(connection));
    } catch (SQLException e) {
      throw new EnvironmentException("cannot read the list of objects: " + e.getMessage(), e);
    }
  }

  private void progress(PurgeReport report) {
    PrintWriter err = spec.commandLine().getErr();
    err.printf(
        "%d deleted, %d locked, %d remaining%n",
        report.deleted(), report.locked(), report.remaining());
    err.flush();
  }

  private String sentence(PurgeReport report) {
    String form = "%d snapshots%s older than %s found";
    String found = form.formatted(report.found(), origin, text(olderThan));
    String deleted = ": %d deleted, %d skipped because they were locked.";
    return dryRun
        ? "Dry run: " + found + ", none deleted."
        : found + deleted.formatted(report.deleted(), report.locked());
  }

  private static String text(Duration age) {
    return age.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
  }
}
