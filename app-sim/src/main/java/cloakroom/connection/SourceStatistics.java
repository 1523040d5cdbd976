package cloakroom.connection;

/**
 * The figures of a connection source. {@code borrowed - returned == inUse} and {@code created -
 * closed == open} hold in each.
 *
 * @param name of the source, unique in the process
 * @param limit most connections it gives out at a time; 0 if there is no limit
 * @param inUse borrowed and not returned
 * @param maxInUse the most that ever were in use at a time
 * @param open physical connections, whether in use or idle
 * @param borrowed leases ever given out
 * @param returned leases ever closed
 * @param created physical connections ever opened
 * @param closed physical connections ever closed by us
 * @param timeouts borrows that ended without a connection because the wait time was over
 * @param leaseMicros microseconds that connections were out, summed up, the leases still running
 *     included
 * @param cleanings times that a connection was cleaned, at its return or because it changed its
 *     session; none of {@link Hygiene#NONE} at a return
 * @param cleaningRoundTrips round trips to the server that these took
 * @param cleaningMicros microseconds that these took
 * @param internalBorrows of the leases given out, those of {@link ConnectionSource#borrowFor}
 */
public record SourceStatistics(
    String name,
    int limit,
    int inUse,
    int maxInUse,
    int open,
    long borrowed,
    long returned,
    long created,
    long closed,
    long timeouts,
    long leaseMicros,
    long cleanings,
    long cleaningRoundTrips,
    long cleaningMicros,
    long internalBorrows) {}
