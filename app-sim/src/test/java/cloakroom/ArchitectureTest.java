package cloakroom;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.testing.ClassCircles;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.List;

/** The direction of knowledge: cli, http, app, module, then state and seams, then database. */
@AnalyzeClasses(packages = "cloakroom", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  /** Each layer, and who may know it. */
  private static final String LAYERS =
      """
      cli
      http        cli
      app         http cli
      bc4j        cli
      simulation  cli
      module      app http bc4j simulation cli
      state       module app simulation cli
      passivation module app simulation cli
      connection  passivation module app http simulation cli
      database    connection cli
      """;

  @ArchTest static final ArchRule KNOWLEDGE_GOES_ONE_WAY = layers();

  private static ArchRule layers() {
    LayeredArchitecture all = layeredArchitecture().consideringOnlyDependenciesInLayers();
    for (String row : LAYERS.lines().toList()) {
      String layer = row.replaceFirst(" .*", "");
      all = all.layer(layer).definedBy("cloakroom." + layer + "..");
    }
    for (String row : LAYERS.lines().toList()) {
      List<String> words = List.of(row.split(" +", -1));
      var access = all.whereLayer(words.get(0));
      all =
          words.size() == 1
              ? access.mayNotBeAccessedByAnyLayer()
              : access.mayOnlyBeAccessedByLayers(
                  words.subList(1, words.size()).toArray(String[]::new));
    }
    return all;
  }

  /** The stress runner has this package on its class path, and no library of the tier's. */
  @ArchTest
  static final ArchRule THE_CONTRACT_NEEDS_THE_JDK_ALONE =
      classes()
          .that()
          .resideInAPackage("cloakroom.contract")
          .should()
          .onlyDependOnClassesThat(resideInAnyPackage("cloakroom.contract", "java.."));

  /** It goes into applications that we do not know, as a jar of its own. */
  @ArchTest
  static final ArchRule THE_INSPECTOR_NEEDS_THE_JDK_ALONE =
      classes()
          .that()
          .resideInAPackage("cloakroom.inspector")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                  "cloakroom.inspector", "cloakroom.contract", "java..", "javax.sql.."));

  @ArchTest
  static final ArchRule NOBODY_NEEDS_THE_INSPECTOR =
      noClasses()
          .that()
          .resideOutsideOfPackage("cloakroom.inspector")
          .should()
          .dependOnClassesThat(resideInAnyPackage("cloakroom.inspector"));

  @ArchTest
  static final ArchRule USAGE_NEEDS_PICOCLI_AND_THE_CONTRACT_ALONE =
      classes()
          .that()
          .resideInAPackage("cloakroom.usage")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage("cloakroom.usage", "cloakroom.contract", "picocli..", "java.."));

  /** The stress runner has it, too. */
  @ArchTest
  static final ArchRule OPTIONS_NEED_PICOCLI_USAGE_AND_THE_CONTRACT_ALONE =
      classes()
          .that()
          .resideInAPackage("cloakroom.options")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                  "cloakroom.options",
                  "cloakroom.usage",
                  "cloakroom.contract",
                  "picocli..",
                  "java.."));

  /** A clock that steps would break what is subtracted. */
  @ArchTest
  static final ArchRule MOMENTS_ARE_READ_FROM_THE_STEADY_CLOCK =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("cloakroom.platform.SteadyTime")
          .should()
          .callMethod(System.class, "currentTimeMillis");

  @ArchTest
  static final ArchRule PACKAGES_MAKE_NO_CIRCLE =
      slices().matching("cloakroom.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule FILES_OF_ADF_ARE_READ_WITHOUT_THE_REST =
      noClasses()
          .that()
          .resideInAPackage("cloakroom.bc4j")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                  "cloakroom.cli",
                  "cloakroom.http",
                  "cloakroom.app",
                  "cloakroom.state",
                  "cloakroom.passivation",
                  "cloakroom.connection",
                  "cloakroom.database..",
                  "java.net..",
                  "java.sql.."));

  @ArchTest
  static final ArchRule THE_CORE_KNOWS_ONLY_ITS_SEAMS =
      noClasses()
          .that()
          .resideInAnyPackage("cloakroom.module", "cloakroom.state")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                  "java.sql..",
                  "javax.sql..",
                  "org.postgresql..",
                  "org.eclipse.jetty..",
                  "com.zaxxer..",
                  "oracle..",
                  "com.fasterxml.."));

  @ArchTest
  static final ArchRule THE_RELAY_KNOWS_ONLY_BYTES =
      noClasses()
          .that()
          .resideInAPackage("cloakroom.connection.link")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                  "cloakroom.connection", "java.sql..", "org.postgresql..", "oracle.."));

  @ArchTest
  static final ArchRule ONLY_CONNECTIONS_KNOW_THE_POOLS =
      noClasses()
          .that()
          .resideOutsideOfPackage("cloakroom.connection")
          .should()
          .dependOnClassesThat(resideInAnyPackage("com.zaxxer..", "oracle.."));

  @ArchTest
  static final ArchRule ONLY_HTTP_AND_ITS_OPTIONS_KNOW_JETTY =
      noClasses()
          .that()
          .resideOutsideOfPackages("cloakroom.http", "cloakroom.cli")
          .should()
          .dependOnClassesThat(resideInAnyPackage("org.eclipse.jetty.."));

  /** The circles that there are stand in known-circles.txt, which may only become shorter. */
  @ArchTest
  static void noFurtherClassesInCircles(JavaClasses classes) {
    assertThat(ClassCircles.among(classes)).isEqualTo(ClassCircles.known(ArchitectureTest.class));
  }
}
