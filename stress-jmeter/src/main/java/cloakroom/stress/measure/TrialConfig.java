package cloakroom.stress.measure;

import java.util.Map;

/**
 * What one trial was asked to do.
 *
 * @param folder its folder's name
 * @param variant what it is a trial of
 * @param store where its snapshots went
 * @param pool where its connections came from
 */
public record TrialConfig(
    String folder,
    Variant variant,
    String store,
    String pool,
    long poolSize,
    Map<String, String> settings) {}
