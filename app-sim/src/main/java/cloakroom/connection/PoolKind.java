package cloakroom.connection;

import java.util.Locale;
import java.util.function.BiFunction;

/** The kinds of connection source: {@code hikari}, {@code ucp}, {@code none}. */
public enum PoolKind {
  HIKARI(HikariSource::new),
  UCP(UcpSource::new),
  /** A physical connection for every borrow; no limit. */
  NONE(NoPool::new);

  @SuppressWarnings("ImmutableEnumChecker") // a constructor reference has no state
  private final BiFunction<ConnectionSettings, PhysicalSource, Pool> constructor;

  PoolKind(BiFunction<ConnectionSettings, PhysicalSource, Pool> constructor) {
    this.constructor = constructor;
  }

  /** The kind of that name; a wrong name is told the choices. */
  public static PoolKind parse(String name) {
    return Choices.parse(PoolKind.class, "pool", name);
  }

  Pool open(ConnectionSettings settings, PhysicalSource physical) {
    return constructor.apply(settings, physical);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
