/** Turns a run folder into figures: one in-memory model, which every printer shares. */
package cloakroom.stress.measure;
