/**
 * Processes, files, passwords, clocks and text: helpers that know nothing of Cloakroom and depend
 * on the JDK only.
 */
package cloakroom.platform;
