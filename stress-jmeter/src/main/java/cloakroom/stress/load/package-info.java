/**
 * The load engine: one trial of a JMeter plan in a process of its own.
 *
 * <p>{@link cloakroom.stress.load.Engine} is the entry point. It loads a plan that stock JMeter
 * also runs, adds the listeners that measure, runs it, and leaves the files of the trial behind.
 */
package cloakroom.stress.load;
