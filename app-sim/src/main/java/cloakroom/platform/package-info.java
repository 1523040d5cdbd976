/** Utilities for processes, files, passwords, clocks and text, with no dependency but the JDK. */
package cloakroom.platform;
