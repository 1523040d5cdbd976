package cloakroom.stress;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
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

@AnalyzeClasses(packages = "cloakroom.stress", importOptions = ImportOption.DoNotIncludeTests.class)
class StressArchitectureTest {
  private static final String BASE = "cloakroom.stress.";

  /** The tier's classifier jar "contract" contains these packages only. */
  @ArchTest
  static final ArchRule OF_THE_TIER_ONLY_SHARED_PACKAGES_ARE_KNOWN =
      noClasses()
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("cloakroom..")
                  .and(
                      not(
                          resideInAnyPackage(
                              "cloakroom.stress..",
                              "cloakroom.application",
                              "cloakroom.command",
                              "cloakroom.contract",
                              "cloakroom.options",
                              "cloakroom.platform",
                              "cloakroom.statistics"))));

  /** A row for each package: its name, then the packages that may use it. */
  @ArchTest
  static final ArchRule DEPENDENCIES_POINT_DOWN =
      Layers.of(
          BASE,
          """
          cli
          predict  cli
          observe  cli
          compare  predict cli
          trial    observe cli
          live     trial
          plan     trial settings cli
          settings trial compare predict observe cli
          report   compare predict observe cli
          monitor  trial live settings observe cli
          load     trial live monitor cli
          judge    trial settings report compare predict cli
          folder   trial settings report judge monitor load compare predict observe cli
          options  trial settings report judge folder predict cli
          process  plan trial live settings report monitor load judge folder options predict compare observe cli
          document trial live report predict compare observe cli
          """);

  /** A run folder can be judged on a machine that cannot run anything. */
  @ArchTest
  static final ArchRule WHAT_JUDGES_AND_REPORTS_KNOWS_NOTHING_OF_WHAT_RUNS =
      noClasses()
          .that()
          .resideInAnyPackage(BASE + "judge", BASE + "report", BASE + "folder")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage(
                  BASE + "settings",
                  BASE + "trial",
                  BASE + "load",
                  BASE + "monitor",
                  BASE + "live"));

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
