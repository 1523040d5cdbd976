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

/** The direction of knowledge: cli, http, app, module, then state and seams, then database. */
@AnalyzeClasses(packages = "cloakroom", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule KNOWLEDGE_GOES_ONE_WAY =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("cli")
          .definedBy("cloakroom.cli")
          .layer("http")
          .definedBy("cloakroom.http")
          .layer("app")
          .definedBy("cloakroom.app")
          .layer("bc4j")
          .definedBy("cloakroom.bc4j")
          .layer("module")
          .definedBy("cloakroom.module")
          .layer("state")
          .definedBy("cloakroom.state")
          .layer("passivation")
          .definedBy("cloakroom.passivation")
          .layer("connection")
          .definedBy("cloakroom.connection", "cloakroom.connection.link")
          .layer("database")
          .definedBy("cloakroom.database..")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("http")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("app")
          .mayOnlyBeAccessedByLayers("http", "cli")
          .whereLayer("bc4j")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("module")
          .mayOnlyBeAccessedByLayers("app", "http", "bc4j", "cli")
          .whereLayer("state")
          .mayOnlyBeAccessedByLayers("module", "app", "cli")
          .whereLayer("passivation")
          .mayOnlyBeAccessedByLayers("module", "app", "cli")
          .whereLayer("connection")
          .mayOnlyBeAccessedByLayers("passivation", "module", "app", "http", "cli")
          .whereLayer("database")
          .mayOnlyBeAccessedByLayers("connection", "cli");

  /** The stress runner has this package on its class path, and no library of the tier's. */
  @ArchTest
  static final ArchRule THE_CONTRACT_NEEDS_THE_JDK_ALONE =
      classes()
          .that()
          .resideInAPackage("cloakroom.contract")
          .should()
          .onlyDependOnClassesThat(resideInAnyPackage("cloakroom.contract", "java.."));

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
