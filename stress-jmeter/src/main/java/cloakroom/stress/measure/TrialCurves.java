package cloakroom.stress.measure;

/**
 * What the charts of one trial are drawn from, one point a second.
 *
 * @param tier mean time in the tier, milliseconds
 * @param service mean service time, milliseconds
 * @param inUse connections in use as the pool counts them
 * @param database sessions of the tier as the database shows them
 * @param instances application modules alive
 * @param serverCalls sessions in a call at a time, as the database server tells it
 * @param serverLog kilobytes of redo or write-ahead log in a second
 */
public record TrialCurves(
    Curve tier,
    Curve service,
    Curve inUse,
    Curve database,
    Curve instances,
    Curve logicalPassivations,
    Curve snapshotWrites,
    Curve activations,
    Curve serverCalls,
    Curve serverLog) {}
