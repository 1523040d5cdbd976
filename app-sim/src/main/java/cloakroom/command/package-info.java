/**
 * Parts that the command lines of all programs share: help, error lines, durations and shell
 * completion. It depends on picocli and {@code platform} only.
 */
package cloakroom.command;
