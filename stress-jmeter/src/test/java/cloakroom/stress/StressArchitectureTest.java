package cloakroom.stress;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
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

/**
 * The direction of knowledge: run, then report and live, then watch, then measure, load and
 * process. All but report, live and process know the files of a run folder.
 */
@AnalyzeClasses(packages = "cloakroom.stress", importOptions = ImportOption.DoNotIncludeTests.class)
class StressArchitectureTest {
  private static final String BASE = "cloakroom.stress.";

  /** What of the tier's jar is used here has to be copied into ours: see the module's pom. */
  @ArchTest
  static final ArchRule OF_THE_TIER_ONLY_CONTRACT_OPTIONS_AND_USAGE_ARE_KNOWN =
      noClasses()
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("cloakroom..")
                  .and(
                      not(
                          resideInAnyPackage(
                              "cloakroom.stress..",
                              "cloakroom.contract",
                              "cloakroom.options",
                              "cloakroom.usage"))));

  @ArchTest
  static final ArchRule KNOWLEDGE_GOES_ONE_WAY =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("run")
          .definedBy(BASE + "run")
          .layer("report")
          .definedBy(BASE + "report..")
          .layer("live")
          .definedBy(BASE + "live")
          .layer("watch")
          .definedBy(BASE + "watch")
          .layer("measure")
          .definedBy(BASE + "measure..")
          .layer("files")
          .definedBy(BASE + "files")
          .layer("load")
          .definedBy(BASE + "load")
          .layer("process")
          .definedBy(BASE + "process")
          .layer("options")
          .definedBy(BASE + "options")
          .whereLayer("run")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("report")
          .mayOnlyBeAccessedByLayers("run")
          .whereLayer("live")
          .mayOnlyBeAccessedByLayers("run")
          .whereLayer("watch")
          .mayOnlyBeAccessedByLayers("run", "live")
          .whereLayer("measure")
          .mayOnlyBeAccessedByLayers("run", "report", "watch", "files")
          .whereLayer("files")
          .mayOnlyBeAccessedByLayers("run", "watch", "measure", "load")
          .whereLayer("load")
          .mayOnlyBeAccessedByLayers("run", "watch", "live")
          .whereLayer("options")
          .mayOnlyBeAccessedByLayers("run", "report", "measure", "files")
          .whereLayer("process")
          .mayOnlyBeAccessedByLayers("run", "watch", "live", "report", "load", "measure", "files");

  /** A clock that steps would break what is subtracted. */
  @ArchTest
  static final ArchRule MOMENTS_ARE_READ_FROM_THE_STEADY_CLOCK =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("cloakroom.platform.SteadyTime")
          .should()
          .callMethod(System.class, "currentTimeMillis");

  @ArchTest
  static final ArchRule NO_PACKAGES_KNOW_EACH_OTHER =
      slices().matching(BASE + "(**)").should().beFreeOfCycles();

  /** The circles that there are stand in known-circles.txt, which may only become shorter. */
  @ArchTest
  static void noFurtherClassesInCircles(JavaClasses classes) {
    assertThat(ClassCircles.among(classes))
        .isEqualTo(ClassCircles.known(StressArchitectureTest.class));
  }
}
