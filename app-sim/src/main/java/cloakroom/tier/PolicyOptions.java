package cloakroom.tier;

import cloakroom.bc4j.Bc4jFile;
import cloakroom.bc4j.Bc4jFile.Bc4jConfiguration;
import cloakroom.bc4j.Bc4jImport;
import cloakroom.contract.TierOptions;
import cloakroom.policy.Preset;
import cloakroom.policy.ReleasePolicy;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * Options that define a policy. A configuration file overrides the preset; settings override both.
 */
public final class PolicyOptions {
  @Option(names = TierOptions.POLICY, paramLabel = "P")
  String policy;

  @Option(names = TierOptions.BC4J, paramLabel = "FILE")
  public Path bc4j;

  @Option(names = TierOptions.AM_CONFIG, paramLabel = "NAME")
  String amConfig;

  @Option(names = TierOptions.SET, paramLabel = "NAME=VALUE")
  Map<String, String> settings = new LinkedHashMap<>();

  private Bc4jImport imported;

  public ReleasePolicy checked() {
    boolean fileless = amConfig != null && bc4j == null;
    CommandErrors.refuseIf(fileless, "--am-config %s needs --bc4j FILE", amConfig);
    return withoutSettings().with(settings);
  }

  private ReleasePolicy withoutSettings() {
    if (bc4j == null) {
      return Preset.named(policy == null ? Preset.STICKY.policyName() : policy).policy();
    }
    Bc4jFile file = Bc4jFile.read(bc4j);
    Bc4jConfiguration chosen = amConfig == null ? file.only() : file.named(amConfig);
    ReleasePolicy base =
        policy == null ? ReleasePolicy.of(chosen.name(), Map.of()) : Preset.named(policy).policy();
    imported = new Bc4jImport(file, chosen, base);
    return imported.policy;
  }

  /** Returns whether requests use neither application modules nor a database (policy noop). */
  public boolean isNoop() {
    return Preset.NOOP.policyName().equals(policy);
  }

  public Optional<Bc4jImport> imported() {
    return Optional.ofNullable(imported);
  }
}
