/**
 * Reads {@code bc4j.xcfg}, the file in which ADF keeps the settings of application modules, and
 * makes a policy of one of its configurations. It knows the settings and nothing of the pool.
 */
package cloakroom.bc4j;
