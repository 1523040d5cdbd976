package cloakroom.connection;

import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract, kept by every pool. */
@Tag("scalable")
@ParameterizedClass
@EnumSource(mode = EXCLUDE, names = "NONE")
final class PooledSourceIT extends PooledSourceContract {
  PooledSourceIT(PoolKind kind) {
    super(kind);
  }
}
