package cloakroom.connection;

import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.contract.Counter;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class UnpooledSourceIT extends ConnectionSourceContract {
  UnpooledSourceIT() {
    super(PoolKind.NONE);
  }

  @Test
  void size_isNoLimit() {
    ConnectionSource source = open(settings(1));
    List<Lease> leases = Stream.generate(source::borrow).limit(3).toList();
    assertThat(source.limit()).isZero();
    assertThat(source.statistics().get(Counter.CONNECTIONS_OPEN)).isEqualTo(3);
    leases.forEach(Lease::close);
    assertThat(source.statistics().get(Counter.CONNECTIONS_OPEN)).isZero();
  }
}
