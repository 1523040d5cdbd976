/**
 * Common parts of all command lines: help, error messages, durations and shell completion. Depends
 * on picocli and {@code platform} only.
 */
package cloakroom.command;
