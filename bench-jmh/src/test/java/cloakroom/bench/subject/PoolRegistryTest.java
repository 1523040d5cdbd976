package cloakroom.bench.subject;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How many pools two spellings of one string make. */
final class PoolRegistryTest {
  private static final String ONE = "jdbc:postgresql://h/d?a=1&b=2";
  private static final String OTHER = "jdbc:postgresql://h:5432/d?B=2&A=1";

  private final List<String> opened = new ArrayList<>();
  private int closed;

  private Connections open(String connectionString) {
    opened.add(connectionString);
    return new Connections() {
      @Override
      public Connection take() {
        return null;
      }

      @Override
      public void close() {
        closed++;
      }
    };
  }

  private int poolsBy(PoolKey key) throws SQLException {
    try (PoolRegistry registry = new PoolRegistry(key, this::open)) {
      registry.take(ONE);
      registry.take(OTHER);
      registry.take(ONE);
      return registry.size();
    }
  }

  @Test
  void verbatimKey_makesAPoolForEachSpelling() throws SQLException {
    assertThat(poolsBy(PoolKey.VERBATIM)).isEqualTo(2);
    assertThat(opened).containsExactly(ONE, OTHER);
  }

  @Test
  void normalisedKey_opensOnePool_withTheFirstSpelling() throws SQLException {
    assertThat(poolsBy(PoolKey.NORMALISED)).isEqualTo(1);
    assertThat(opened).containsExactly(ONE);
  }

  @Test
  void close_closesEveryPool() throws SQLException {
    assertThat(poolsBy(PoolKey.VERBATIM)).isEqualTo(closed);
  }
}
