package cloakroom.app;

import cloakroom.contract.DatabaseKind;
import cloakroom.contract.StateKind;
import cloakroom.database.Resources;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The statements of the probes in the words of one database; state-kinds.txt has them.
 *
 * @param places where a kind lives that is neither the module's nor an upload
 * @param upload how a large object is written in pieces
 */
record StateKindSql(Map<StateKind, DatabasePlace> places, Upload upload) {
  /** A row if the user has one. */
  static final NamedSql OWN_ROW =
      NamedSql.of("select user_id from state_kinds where user_id = :user");

  /** What is committed in the user's row. */
  static final NamedSql OWN_NOTE =
      NamedSql.of("select note from state_kinds where user_id = :user");

  static final StateKindSql POSTGRESQL = read(DatabaseKind.POSTGRESQL);
  static final StateKindSql ORACLE = read(DatabaseKind.ORACLE);

  private static StateKindSql read(DatabaseKind database) {
    Map<StateKind, Map<String, List<NamedSql>>> table =
        Resources.text("cloakroom/app/state-kinds.txt")
            .lines()
            .map(line -> line.split(" \\| ", 4))
            .filter(row -> row[0].equals(database.name()))
            .collect(
                Collectors.groupingBy(
                    row -> StateKind.valueOf(row[1]),
                    Collectors.groupingBy(
                        row -> row[2],
                        Collectors.mapping(row -> NamedSql.of(row[3]), Collectors.toList()))));
    Map<String, List<NamedSql>> upload = table.remove(StateKind.UPLOAD);
    Map<StateKind, DatabasePlace> places = new EnumMap<>(StateKind.class);
    table.forEach((kind, statements) -> places.put(kind, DatabasePlace.of(kind, statements)));
    return new StateKindSql(
        places,
        new Upload(
            upload.get("begin").get(0),
            upload.get("append").get(0),
            upload.get("read").get(0),
            upload.get("forget").get(0)));
  }

  /** The statements for the kind of database that the URL names. */
  static StateKindSql forUrl(String url) {
    return switch (DatabaseKind.of(url)) {
      case POSTGRESQL -> POSTGRESQL;
      case ORACLE -> ORACLE;
    };
  }

  /**
   * The statements of an upload.
   *
   * @param begin answers the locator of a new, empty large object
   * @param append writes a piece at the end
   * @param read answers what has been written, or nothing if the large object is gone
   * @param forget removes the large object if it is there
   */
  record Upload(NamedSql begin, NamedSql append, NamedSql read, NamedSql forget) {}
}
