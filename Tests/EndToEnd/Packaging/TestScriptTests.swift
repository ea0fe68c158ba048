import TestSupport
import Testing

@Suite("Scripts/test runs what failed once more, alone", .timeLimit(.minutes(1)))
struct TestScriptTests {
  @Test(
    "what passes then is flaky: red here, green where CI is set",
    arguments: [(ci: "", status: 1), (ci: "true", status: 0)])
  func flaky(ci: String, status: Int32) async throws {
    let done = try await run("fails_beside_others", ci: ci)
    #expect(done.status == status, "\(done.outputText)")
    #expect(done.outputText.contains("\nFLAKY ShopTests.CartTests\n"))
    #expect(done.outputText.contains("recorded an issue at Cart.swift:7"))
    #expect(done.outputText.contains("The log of the second run, alone:\n✔ Test run"))
  }

  @Test(
    "what fails again, fails outside every suite, or ends the process, is red everywhere",
    arguments: ["fails_always", "one_flaky_one_fails", "fails_outside", "dies", "dies_alone"])
  func broken(kind: String) async throws {
    let done = try await run(kind, ci: "true")
    #expect(done.status == 1, "\(done.outputText)")
    #expect(done.outputText.contains("\nWhat failed:\n"))
  }

  @Test("a green run runs nothing twice")
  func green() async throws {
    let done = try await run("passes", ci: "")
    #expect(done.status == 0)
    #expect(!done.outputText.contains("alone"))
  }

  /// Runs the script over a program that behaves as the tests do, and fails in one way.
  private func run(_ kind: String, ci: String) async throws -> FinishedProcess {
    try await withTemporaryDirectory { folder in
      let program = try folder.write(Self.standIn, to: "tests")
      let variables = "CI=\(ci) KIND=\(kind) PARLEY_TESTS='\(program)' PARLEY_TEST_LOGS='\(folder.path)/logs'"
      let script = "chmod +x '\(program)'; \(variables) '\(Repository.root)/Scripts/test'"
      return try await FinishedProcess.run("/bin/sh", ["-ec", script])
    }
  }

  /// Has one failure in the lane of the engine, and none in the others.
  private static let standIn = #"""
    #!/usr/bin/env bash
    arguments=" $* "
    while [[ $1 != --xunit-output ]]; do shift; done
    report=$2
    failed() { # SUITE...
      for suite in "$@"; do
        echo "✘ Test \"pays\" recorded an issue at Cart.swift:7:3: Expectation failed"
        printf '<testcase classname="%s" name="pays()" time="1" >\n<failure message="no" />\n</testcase>\n' "$suite" >>"$report"
      done
      echo '✘ Test run with 2 tests failed.'
      exit 1
    }
    passed() { echo '✔ Test run with 2 tests passed.'; exit 0; }
    echo '<testsuite name="TestResults" errors="0" tests="2" failures="1">' >"$report"
    case $arguments in
    *ParleyEngineTests*) ;;
    *ShopTests*)
      case $KIND in
        fails_always) failed ShopTests.CartTests ;;
        one_flaky_one_fails) failed ShopTests.OtherTests ;;
        dies_alone) exit 139 ;;
      esac
      passed ;;
    *) echo '<testsuite name="TestResults" errors="0" tests="2" failures="0">' >"$report"; passed ;;
    esac
    case $KIND in
      passes) echo '<testsuite failures="0">' >"$report"; passed ;;
      fails_outside) failed ;;
      dies) exit 139 ;;
      one_flaky_one_fails) echo '<testsuite errors="0" failures="2">' >"$report"; failed ShopTests.CartTests ShopTests.OtherTests ;;
      *) failed ShopTests.CartTests ;;
    esac
    """#
}
