/**
 * Family "codec": a session turned into bytes and back, by our codecs and by the serializers in
 * use. Every one of them is checked on every session before it is timed.
 */
package cloakroom.bench.family.codec;
