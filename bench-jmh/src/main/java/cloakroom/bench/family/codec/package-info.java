/**
 * Family "codec": a session turned into bytes and back. Every codec is checked on every session
 * before it is timed.
 */
package cloakroom.bench.family.codec;
