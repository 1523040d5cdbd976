package cloakroom;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.testing.ClassCircles;
import cloakroom.testing.Layers;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Rules on the dependencies between packages. */
@AnalyzeClasses(packages = "cloakroom", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  /** A row for each package: its name, then the packages that may use it. */
  @ArchTest
  static final ArchRule DEPENDENCIES_POINT_DOWN =
      Layers.of(
          "cloakroom.",
          """
          cli
          tier        cli
          http        tier cli
          app         http tier cli
          app.file    tier cli
          application app app.file http tier cli
          bc4j        tier cli
          simulation  cli
          module      app http simulation tier
          policy      module app bc4j simulation tier cli
          state       module app simulation tier
          passivation module app simulation tier cli
          connection  passivation module app http simulation tier cli
          link        http tier cli
          database    connection link tier cli
          """);

  /** The stress runner has this package on its class path, and no library of the tier's. */
  @ArchTest
  static final ArchRule THE_CONTRACT_NEEDS_PLATFORM_ALONE =
      classes()
          .that()
          .resideInAPackage("cloakroom.contract")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage("cloakroom.contract", "cloakroom.platform", "java.."));

  @ArchTest
  static final ArchRule PLATFORM_NEEDS_THE_JDK_ALONE =
      classes()
          .that()
          .resideInAPackage("cloakroom.platform")
          .should()
          .onlyDependOnClassesThat(resideInAnyPackage("cloakroom.platform", "java.."));

  /** It goes into applications that we do not know, as a jar of its own. */
  @ArchTest
  static final ArchRule THE_INSPECTOR_NEEDS_THE_JDK_ALONE =
      classes()
          .that()
          .resideInAPackage("cloakroom.inspector")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                  "cloakroom.inspector",
                  "cloakroom.contract",
                  "cloakroom.platform",
                  "java..",
                  "javax.sql.."));

  @ArchTest
  static final ArchRule NOBODY_NEEDS_THE_INSPECTOR =
      noClasses()
          .that()
          .resideOutsideOfPackage("cloakroom.inspector")
          .should()
          .dependOnClassesThat(resideInAnyPackage("cloakroom.inspector"));

  @ArchTest
  static final ArchRule COMMAND_NEEDS_PICOCLI_AND_PLATFORM_ALONE =
      classes()
          .that()
          .resideInAPackage("cloakroom.command")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage("cloakroom.command", "cloakroom.platform", "picocli..", "java.."));

  @ArchTest
  static final ArchRule OPTIONS_NEED_PICOCLI_COMMAND_AND_CONTRACT_ALONE =
      classes()
          .that()
          .resideInAPackage("cloakroom.options")
          .should()
          .onlyDependOnClassesThat(
              resideInAnyPackage(
                  "cloakroom.options",
                  "cloakroom.command",
                  "cloakroom.contract",
                  "cloakroom.platform",
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
                  "cloakroom.tier",
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
          .resideInAPackage("cloakroom.link")
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
          .resideOutsideOfPackages("cloakroom.http", "cloakroom.tier", "cloakroom.cli")
          .should()
          .dependOnClassesThat(resideInAnyPackage("org.eclipse.jetty.."));

  /** The circles that there are stand in known-circles.txt, which may only become shorter. */
  @ArchTest
  static void noFurtherClassesInCircles(JavaClasses classes) {
    assertThat(ClassCircles.among(classes)).isEqualTo(ClassCircles.known(ArchitectureTest.class));
  }
}
