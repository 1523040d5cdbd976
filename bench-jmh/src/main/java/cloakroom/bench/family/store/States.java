package cloakroom.bench.family.store;

/**
 * The states that sessions have one after another; the same sessions have the same states in every
 * run, and every two successive states of a session differ.
 *
 * @param <S> what a session's state is to a subject
 */
interface States<S> {
  /** The state of a session at a turn, both from 0. */
  S of(int session, int turn);

  /** Whether what came back is what was given; cheap enough to be asked each time. */
  boolean looksLike(S given, S back);

  /** Whether what came back is what was given in every part. */
  boolean equal(S given, S back);
}
