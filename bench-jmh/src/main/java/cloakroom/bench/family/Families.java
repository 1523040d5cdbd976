package cloakroom.bench.family;

import cloakroom.bench.family.http.HttpFamily;
import cloakroom.bench.family.store.StoreFamily;
import cloakroom.bench.pool.PoolFamily;
import java.util.List;
import java.util.stream.Collectors;

/** All families, in the order of their names on the command line. */
final class Families {
  static final List<Family> ALL =
      List.of(new StoreFamily(), new CodecFamily(), new PoolFamily(), new HttpFamily());

  private Families() {}

  static String names() {
    return ALL.stream().map(Family::name).collect(Collectors.joining(", "));
  }

  /**
   * The family of that name.
   *
   * @throws IllegalArgumentException naming the choices
   */
  static Family named(String name) {
    return ALL.stream()
        .filter(family -> family.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no family '" + name + "'; choose from " + names()));
  }
}
