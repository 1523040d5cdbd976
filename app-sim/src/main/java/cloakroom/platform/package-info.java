/** Processes, files, passwords, clocks and text; depends on the JDK only. */
package cloakroom.platform;
