package cloakroom;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.database.errors.ErrorClass;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The direction of knowledge: cli, http, app, module, then state and seams, then database. */
@AnalyzeClasses(packages = "cloakroom", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  /** What a failure means is said in one place, so every layer may name it. */
  private static final DescribedPredicate<JavaClass> THE_ERROR_CLASSES =
      equivalentTo(ErrorClass.class);

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
          .definedBy(resideInAPackage("cloakroom.database..").and(not(THE_ERROR_CLASSES)))
          .layer("error classes")
          .definedBy(THE_ERROR_CLASSES)
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
          .mayOnlyBeAccessedByLayers("connection", "cli", "error classes");

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
