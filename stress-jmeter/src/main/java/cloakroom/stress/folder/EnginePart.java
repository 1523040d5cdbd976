package cloakroom.stress.folder;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * An engine elsewhere that made a part of the load.
 *
 * @param version which program it is
 * @param firstUser the first of its users, of whom it has {@code users}
 * @param offsetMs what makes a moment on its clock one on the runner's, up to {@code offsetErrorMs}
 * @param driftMs how much that had changed after the load; null if it was not asked again
 * @param reportsDueTime whether it tells when requests were due
 * @param requests of the measured phase that it told of
 * @param cpuSeconds its processor time in the measured phase; null if it does not tell
 * @param lost why it was given up in mid-trial; null if it was not
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EnginePart(
    String name,
    String version,
    long firstUser,
    long users,
    double offsetMs,
    double offsetErrorMs,
    Double driftMs,
    boolean reportsDueTime,
    long requests,
    long errors,
    Double cpuSeconds,
    String lost) {}
