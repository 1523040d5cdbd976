/**
 * What the command lines of all programs have in common: help in groups with examples, one line for
 * what was mistyped, and completion in a shell. It needs nothing but picocli and the contract.
 */
package cloakroom.usage;
