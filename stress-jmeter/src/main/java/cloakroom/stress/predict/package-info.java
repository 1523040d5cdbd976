/**
 * Prediction and advice: commands {@code predict} and {@code advise}, which query the tier's
 * simulation, and their pages.
 */
package cloakroom.stress.predict;
