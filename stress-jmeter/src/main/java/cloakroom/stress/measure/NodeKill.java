package cloakroom.stress.measure;

/**
 * A node that was killed in the measured phase of a trial, and what its users saw of it.
 *
 * @param node which one, from 1
 * @param afterSeconds how much of the measured phase had passed
 * @param statesLost requests of the trial whose answer showed that acknowledged state was gone
 * @param unanswered requests of the trial that got no HTTP answer
 */
public record NodeKill(long node, double afterSeconds, long statesLost, long unanswered) {}
