package cloakroom.stress.measure;

/**
 * What keeping state cost in the measured phase: state set aside, snapshots written and read, view
 * objects executed again.
 */
public record Passivations(
    long logical, long snapshotWrites, long snapshotReads, long reexecutions) {}
