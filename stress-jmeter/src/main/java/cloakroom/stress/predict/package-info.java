/** Commands {@code predict} and {@code advise}, which simulate the application tier. */
package cloakroom.stress.predict;
