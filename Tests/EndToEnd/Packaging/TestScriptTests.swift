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
    #expect(done.outputText.contains("The log of the second run, alone:\n✔ Suite ^ShopTests.CartTests/\n✔ Test run"))
  }

  @Test(
    "what fails again, fails outside every suite, or ends the process, is red everywhere",
    arguments: ["fails_always", "one_flaky_one_fails", "fails_outside", "dies", "dies_alone"])
  func broken(kind: String) async throws {
    let done = try await run(kind, ci: "true")
    #expect(done.status == 1, "\(done.outputText)")
    #expect(done.outputText.contains("\nWhat failed:\n"))
  }

  @Test("a green run runs each suite once, the longest first, and nothing twice")
  func green() async throws {
    let done = try await run("passes", ci: "", times: "2.0 BookTests.ReadingTests\n40.0 ShopTests.OtherTests\n")
    #expect(done.status == 0)
    #expect(!done.outputText.contains("alone"))
    #expect(
      lines(of: done).filter { $0.hasPrefix("✔ Suite") } == [
        "✔ Suite ^ShopTests.OtherTests/", "✔ Suite ^ShopTests.CartTests/", "✔ Suite ^BookTests.ReadingTests/",
      ])
  }

  @Test("how long the suites took is written on demand")
  func times() async throws {
    let done = try await run("passes", ci: "", script: "PARLEY_WRITE_TIMES=1 $SCRIPT && cat $PARLEY_TEST_TIMES")
    #expect(done.outputText.contains("\n1.5 BookTests.ReadingTests\n1.5 ShopTests.CartTests\n"))
  }

  @Test("suites are repeated as often as somebody asks for, and one failure is one too many")
  func repeating() async throws {
    let good = try await run("passes", ci: "", script: "$SCRIPT --repeat 3 ShopTests")
    #expect(good.status == 0)
    #expect(lines(of: good).count { $0.hasPrefix("✔ Test run") } == 3)
    #expect(try await run("fails_always", ci: "true", script: "$SCRIPT --repeat 2 ShopTests").status == 1)
  }

  private func lines(of done: FinishedProcess) -> [String] { done.outputText.split(separator: "\n").map(String.init) }

  /// Runs the script over a program that behaves as the tests do, and fails in one way; one process at a time, so that what it prints
  /// has an order.
  private func run(_ kind: String, ci: String, times: String = "", script: String = "$SCRIPT") async throws
    -> FinishedProcess
  {
    try await withTemporaryDirectory { folder in
      let program = try folder.write(Self.standIn, to: "tests")
      let seconds = try folder.write(times, to: "times")
      let variables = """
        export CI='\(ci)' KIND=\(kind) PARLEY_TESTS='\(program)' PARLEY_TEST_LOGS='\(folder.path)/logs'
        export PARLEY_TEST_TIMES='\(seconds)' PARLEY_TEST_PROCESSES=1 SCRIPT='\(Repository.root)/Scripts/test'
        chmod +x '\(program)'

        """
      return try await FinishedProcess.run("/bin/sh", ["-ec", variables + script])
    }
  }

  /// Has suites of two targets, and one of them fails.
  private static let standIn = #"""
    #!/usr/bin/env bash
    if [[ $* == *--list-tests* ]]; then
      printf '%s/pays()\n' ShopTests.CartTests ShopTests.OtherTests BookTests.ReadingTests
      exit
    fi
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
    passed() {
      while (($# > 0)); do
        if [[ $1 == --filter ]]; then
          echo "✔ Suite $2"
          suite=${2#^}
          printf '<testcase classname="%s" name="pays()" time="1.5" />\n' "${suite%/}" >>"$report"
        fi
        shift
      done
      echo '✔ Test run with 2 tests passed.'
      exit 0
    }
    echo '<testsuite name="TestResults" errors="0" tests="2" failures="1">' >"$report"
    if [[ $report == */alone.xml ]]; then
      case $KIND in
        fails_always) failed ShopTests.CartTests ;;
        one_flaky_one_fails) failed ShopTests.OtherTests ;;
        dies_alone) exit 139 ;;
      esac
      passed "$@"
    fi
    if [[ $arguments != *ShopTests.CartTests* && $arguments != *' ShopTests '* ]]; then
      echo '<testsuite name="TestResults" errors="0" tests="2" failures="0">' >"$report"
      passed "$@"
    fi
    case $KIND in
      passes) echo '<testsuite failures="0">' >"$report"; passed "$@" ;;
      fails_outside) failed ;;
      dies) exit 139 ;;
      one_flaky_one_fails) echo '<testsuite errors="0" failures="2">' >"$report"; failed ShopTests.CartTests ShopTests.OtherTests ;;
      *) failed ShopTests.CartTests ;;
    esac
    """#
}
