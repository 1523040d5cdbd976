/** Import of {@code bc4j.xcfg}, ADF's configuration of application modules. */
package cloakroom.bc4j;
