/** Import of {@code bc4j.xcfg}, the file in which ADF configures application modules. */
package cloakroom.bc4j;
