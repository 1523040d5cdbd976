package cloakroom.bench;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import cloakroom.testing.ClassCircles;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Layers: cli, report, study and suite, harness, subject and machine. */
@AnalyzeClasses(
    packages = "cloakroom.bench",
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.WrittenByHand.class})
class ArchitectureTest {
  /** Excludes code that JMH generates in the package of a benchmark. */
  static final class WrittenByHand implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("/jmh_generated/");
    }
  }

  @ArchTest
  static final ArchRule LAYERS_DEPEND_DOWNWARDS =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("cli")
          .definedBy("cloakroom.bench.cli")
          .layer("report")
          .definedBy("cloakroom.bench.report")
          .layer("study")
          .definedBy("cloakroom.bench.study..")
          .layer("suite")
          .definedBy("cloakroom.bench.suite")
          .layer("harness")
          .definedBy("cloakroom.bench.harness..")
          .layer("subject")
          .definedBy("cloakroom.bench.subject")
          .layer("machine")
          .definedBy("cloakroom.bench.machine")
          .whereLayer("cli")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("report")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("study")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("suite")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("harness")
          .mayOnlyBeAccessedByLayers("study", "suite", "report", "cli")
          .whereLayer("subject")
          .mayOnlyBeAccessedByLayers("harness", "study", "suite")
          .whereLayer("machine")
          .mayOnlyBeAccessedByLayers("harness", "study", "cli");

  @ArchTest
  static final ArchRule PACKAGES_HAVE_NO_CYCLES =
      slices().matching("cloakroom.bench.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule STUDIES_ARE_INDEPENDENT =
      slices().matching("cloakroom.bench.study.(s*)").should().notDependOnEachOther();

  @ArchTest
  static final ArchRule ONLY_THE_MAIN_PROGRAMS_READ_COMMAND_LINES =
      noClasses()
          .that()
          .resideOutsideOfPackage("cloakroom.bench.cli")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("picocli..");

  @ArchTest
  static final ArchRule ONLY_THE_DOCUMENT_OF_THE_RUNNER_IS_USED =
      noClasses()
          .should()
          .dependOnClassesThat(
              resideInAPackage("cloakroom.stress..")
                  .and(resideOutsideOfPackage("cloakroom.stress.document")));

  @ArchTest
  static final ArchRule ONLY_REPORTS_USE_THE_DOCUMENT =
      noClasses()
          .that()
          .resideOutsideOfPackage("cloakroom.bench.report")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("cloakroom.stress..");

  /** known-circles.txt lists the accepted cycles and may only become shorter. */
  @ArchTest
  static void noFurtherClassesInCircles(JavaClasses classes) {
    assertThat(ClassCircles.among(classes)).isEqualTo(ClassCircles.known(ArchitectureTest.class));
  }
}
