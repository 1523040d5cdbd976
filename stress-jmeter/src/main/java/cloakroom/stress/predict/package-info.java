/** Commands {@code predict} and {@code advise}, which query the simulation of the tier. */
package cloakroom.stress.predict;
