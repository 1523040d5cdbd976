/** Common code of all command lines: help, error messages, durations and shell completion. */
package cloakroom.command;
