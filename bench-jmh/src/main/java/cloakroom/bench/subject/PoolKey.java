package cloakroom.bench.subject;

/** By what the pools of a {@link PoolRegistry} are told apart. */
public enum PoolKey {
  /** the string as written: another order of its settings makes another pool */
  VERBATIM {
    @Override
    String of(String written) {
      return written;
    }
  },
  /** the string's common spelling ({@link ConnectionString}) */
  NORMALISED {
    @Override
    String of(String written) {
      return ConnectionString.normalised(written);
    }
  };

  abstract String of(String written);
}
