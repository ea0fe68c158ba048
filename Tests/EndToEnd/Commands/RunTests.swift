import Foundation
import FoundationXML
import ParleyEngine
import TestSupport
import Testing

@Suite("parley run", .timeLimit(.minutes(2)))
struct RunTests {
  private let parley: ParleyProgram
  private let shop: ShopUnderTest

  init() throws {
    parley = try ParleyProgram()
    shop = try ShopUnderTest(parley)
  }

  /// The demo with mocks, where nothing else could respond, and nobody is there to be asked.
  private func checkout(_ more: String...) async throws -> FinishedProcess {
    let folder = try await parley.copyOfDemo()
    return try await parley.run(
      ["run", "checkout", "-w", folder, "--mock", "--set", "password=secret", "--set", "baseUrl=http://127.0.0.1:1"]
        + more)
  }

  @Test("runs the demo's purchase without any server; the report names each step, and what failed on purpose")
  func demo() async throws {
    let report = parley.home.path("report.xml")
    let run = try await checkout("--junit", report)
    #expect(run.status == 1, "\(run.errorText)")
    #expect(run.output.isEmpty)
    #expect(run.errorText.contains("checkout: 18 of 19 steps, teapot failed, "))
    #expect(run.errorText.contains(", in local\n"), "\(run.errorText)")
    let cases = try JUnitCases.read(report)
    #expect(
      cases.names == [
        "1 login", "2 page", "3 cheapest", "4.1 profile", "4.2.1 cart", "4.2.2 add", "5 bill", "6 enough", "7 sign",
        "8 pay", "9 order", "10 flaky", "11.1 items", "11.2 names", "11.3[0] sizes", "11.3[1] sizes", "11.3[2] sizes",
        "12 teapot", "13 logout",
      ])
    #expect(cases.failed == ["12 teapot"])
    #expect(cases.suite == ["tests": "19", "failures": "1", "errors": "0", "skipped": "0"])
    let place = try #require(run.errorText.split(separator: "\n").first { $0.contains("at groups/checkout.yaml:") })
    #expect(cases.text.contains(place.drop { $0 != "g" }))
  }

  @Test("a step that is skipped says by which condition, in lines and as JSON; no step takes longer than its run")
  func skipped() async throws {
    try shop.write(
      """
      serial:
        - request: one
        - { local: nap, wait: 30ms }
        - { local: keep, set: { n: "{{input.n}}" }, when: .n > 100 }
        - { request: two, disabled: true }
      """, to: "groups/g.yaml")
    let run = try await shop.run("run", "g", "--json")
    let line = run.errorText.split(separator: "\n").first { $0.contains("keep") }
    #expect(line?.hasSuffix("when .n > 100 is false") == true, "\(run.errorText)")
    let object = try JSONValue(parsing: run.output)
    let steps = object["steps"]?.array ?? []
    #expect(steps.compactMap { $0["skipped"]?.string } == ["when .n > 100 is false", "disabled"])
    let whole = try #require(object["ms"]?.double)
    for step in steps { #expect((step["ms"]?.double ?? 0) <= whole, "\(object)") }
    let shown = try await shop.run("runs", "show", "last")
    #expect(shown.outputText.contains("when .n > 100 is false"), "\(shown.outputText)")
  }

  @Test("with --json prints one object with every step, and none of the secrets")
  func json() async throws {
    let run = try await checkout("--json")
    let object = try JSONValue(parsing: run.output)
    #expect(object["group"] == "checkout" && object["state"] == "failed" && object["number"] == 1)
    let steps = object["steps"]?.array ?? []
    #expect(steps.first { $0["name"] == "order" }?["attempts"] == 3)
    #expect(steps.first { $0["name"] == "teapot" }?["error"]?["code"] == "expectation.missed")
    #expect(!run.outputText.contains("mocked-token-of-ada") && !run.errorText.contains("mocked-token-of-ada"))
  }

  @Test("refuses a program that is not trusted before anything is sent, and says how to allow it")
  func untrusted() async throws {
    try shop.write("serial: [{ request: one }, { local: sign, run: [./sign.sh] }]\n", to: "groups/g.yaml")
    try shop.write("#!/bin/sh\ncat\n", to: "sign.sh")
    let run = try await shop.run("run", "g")
    #expect(run.status == 4)
    #expect(run.errorText.contains("may not run ./sign.sh") && run.errorText.contains("`parley trust`"))
    #expect(shop.server.requests.isEmpty)
    let json = try JSONValue(parsing: try await shop.run("run", "g", "--json").output)
    #expect(json["error"]?["code"] == "render.notTrusted")
  }

  @Test("refuses what a request of it needs before anything is sent, and says all of it at once")
  func untrustedRequests() async throws {
    let workspace = "parley: 1\nid: shoptest\nservers: { api: '\(shop.server.url)' }\n"
    try shop.write(
      "\(workspace)ciphers: { ci: { passphrase: env CI_PASS } }\nshared: { n: { cipher: ci } }\n", to: "parley.yaml")
    try shop.write("vars: { who: { secret: env WHO } }\n", to: "environments/local.yaml")
    try shop.write("url: /two\nheaders: { X-Who: '{{who}}' }\n", to: "requests/two.yaml")
    try shop.write("url: /three\ncapture: { n: .n }\n", to: "requests/three.yaml")
    try shop.write("serial: [{ request: three }, { request: two }]\n", to: "groups/inner.yaml")
    try shop.write("serial: [{ request: one }, { group: inner }]\n", to: "groups/g.yaml")
    let run = try await shop.run("run", "g")
    #expect(run.status == 4 && run.errorText.contains("CI_PASS") && run.errorText.contains("variable WHO"))
    #expect(shop.server.requests.isEmpty)
  }

  @Test("takes values from --set, and answers to questions from standard input")
  func values() async throws {
    try shop.write("vars: { n: '1', code: { secret: prompt } }\n", to: "environments/local.yaml")
    try shop.write("url: /one/{{n}}\nheaders: { X-Code: '{{code}}' }\n", to: "requests/asks.yaml")
    try shop.write("serial: [{ request: asks }, { request: asks, as: again }]\n", to: "groups/g.yaml")
    #expect(try await shop.run("run", "g", "--set", "n=7", "--set", "code=first").status == 0)
    #expect(try await shop.run("run", "g", input: "second\n").status == 0)
    let seen = shop.server.requests.map { "\($0.target) \($0.values(of: "X-Code"))" }
    #expect(
      seen == Array(repeating: #"/one/7 ["first"]"#, count: 2) + Array(repeating: #"/one/1 ["second"]"#, count: 2))
    let nobody = try await shop.run("run", "g")
    #expect(nobody.status == 1 && nobody.errorText.contains("--set code=VALUE"))
    #expect(nobody.errorText.contains("at groups/g.yaml:1:10"))
  }

  @Test(
    "takes a passphrase from a variable or a key from a file, so that a script has nothing to answer",
    arguments: ["{ passphrase: env CI_PASS }", "{ keyFile: keys/ci.key }"])
  func passphrases(cipher: String) async throws {
    let workspace = "parley: 1\nid: shoptest\nservers: { api: '\(shop.server.url)' }\n"
    try shop.write("\(workspace)ciphers: { ci: \(cipher) }\nshared: { n: { cipher: ci } }\n", to: "parley.yaml")
    try shop.write("url: /one\ncapture: { n: .n }\n", to: "requests/one.yaml")
    try shop.write("url: /two/{{shared.n}}\n", to: "requests/two.yaml")
    try shop.write("serial: [{ request: one }, { request: two }]\n", to: "groups/g.yaml")
    #expect(try await parley.run("key", "new", "\(shop.folder)/keys/ci.key").status == 0)
    _ = try await shop.run("trust", "--yes")
    let run = try await FinishedProcess.run(
      Executables.built("parley"), ["run", "g", "-w", shop.folder],
      environment: parley.environment.merging(["CI_PASS": "a passphrase"]) { $1 })
    #expect(run.status == 0, "\(run.errorText)")
    #expect(shop.asked == ["/one", "/two/1"])
  }

  @Test("ends with 0 when all is well, 2 without such a group, 4 when its file has errors, and names what was meant")
  func statuses() async throws {
    try shop.write("serial: [{ request: one }]\n", to: "groups/good.yaml")
    try shop.write("serial:\n  - { request: onne }\n", to: "groups/bad.yaml")
    #expect(try await shop.run("run", "good").status == 0)
    let other = try await shop.run("run", "elsewhere")
    #expect(other.errorText.contains("The groups are ") && other.errorText.contains("good"), "\(other.errorText)")
    let unknown = try await shop.run("run", "god")
    #expect(unknown.status == 2 && unknown.errorText.contains("Did you mean “good”?"))
    let bad = try await shop.run("run", "bad")
    #expect(bad.status == 4 && bad.errorText.contains("groups/bad.yaml:2:16: ") && bad.errorText.contains("one"))
    #expect(try await shop.run("run").status == 2)
    let unwritable = try await shop.run("run", "good", "--json", "--junit", "\(shop.folder)/parley.yaml/report.xml")
    #expect(unwritable.status == 3)
    #expect(try JSONValue(parsing: unwritable.output)["state"] == "succeeded")
  }

  @Test("on a terminal says which steps are in flight, asks where it must, and Ctrl-C stops the run")
  func terminal() async throws {
    try shop.write("vars: { code: { secret: prompt } }\n", to: "environments/local.yaml")
    try shop.write("url: /asks\nheaders: { X-Code: '{{code}}' }\n", to: "requests/asks.yaml")
    try shop.write(
      "serial: [{ request: asks }, { local: nap, wait: 10m }, { request: one }]\n", to: "groups/g.yaml")
    let command = "trap : INT; '\(try Executables.built("parley"))' run g -w '\(shop.folder)'; echo status $?"
    let terminal = try await TmuxTerminal.open(["/bin/sh", "-c", command], environment: parley.environment)
    try await terminal.wait(for: "code (secret, for this command; not stored):")
    try await terminal.type("hidden\r")
    try await terminal.wait("the first step") { $0.contains("✓ 1        asks") && $0.contains("… 2 nap") }
    #expect(!terminal.screen.contains("hidden"))
    try await terminal.press("C-c")
    try await terminal.wait("the end") { $0.contains("■ 2        nap") && $0.contains("stopped") }
    try await terminal.wait(for: "status 130")
    let runs = try JSONValue(parsing: try await shop.run("runs", "list", "--json").output)
    #expect(runs[0]?["state"] == "stopped")
    let shown = try JSONValue(parsing: try await shop.run("runs", "show", "last", "--json").output)
    #expect(shown["steps"]?.array?.map { $0["state"] } == ["succeeded", "cancelled", "neverRan"])
  }

  @Test("Ctrl-C lets what runs always run, and says so; a second one stops that too", arguments: [1, 2])
  func always(times: Int) async throws {
    let cleanup = times == 1 ? "request: two" : "local: long, wait: 10m"
    try shop.write(
      "serial: [{ request: one }, { local: nap, wait: 10m }, { \(cleanup), always: true }]\n", to: "groups/g.yaml")
    let command = "trap : INT; '\(try Executables.built("parley"))' run g -w '\(shop.folder)'; echo status $?"
    let terminal = try await TmuxTerminal.open(["/bin/sh", "-c", command], environment: parley.environment)
    try await terminal.wait(for: "… 2 nap")
    try await terminal.press("C-c")
    try await terminal.wait(for: "press Ctrl-C again to stop them too")
    if times == 2 {
      try await terminal.wait(for: "… 3 long")
      try await terminal.press("C-c")
    }
    try await terminal.wait(for: times == 1 ? "✓ 3        two" : "■ 3        long")
    try await terminal.wait(for: "status 130")
    #expect(shop.asked == (times == 1 ? ["/one", "/two"] : ["/one"]))
  }

  @Test("--from a step behind one that failed says that it did not run, why, and where to begin")
  func notRun() async throws {
    try shop.write(
      "serial: [{ request: one }, { local: bad, assert: ['false'] }, { request: two }]\n", to: "groups/g.yaml")
    #expect(try await shop.run("run", "g").status == 1)
    let again = try await shop.run("run", "g", "--from", "two")
    #expect(again.status == 2 && shop.asked == ["/one"])
    #expect(again.errorText.contains("The step 3 two did not run in that run, because 2 bad failed before it."))
    #expect(again.errorText.contains("Start at 2 bad or an earlier step, or run the whole group again."))
  }

  @Test("a null that is sent as a word is told on standard error, and in JSON; elements that failed stop those behind")
  func notices() async throws {
    try shop.write("url: /one/{{input.id}}\n", to: "requests/asks.yaml")
    try shop.write(
      """
      serial:
        - { local: none, jq: '{ id: null }' }
        - request: asks
        - { local: each, each: '[1, 2, 3]', assert: ['. != 2'] }
      """, to: "groups/g.yaml")
    let run = try await shop.run("run", "g", "--json")
    let warning = "{{input.id}} is null, and url is sent with the word null."
    #expect(run.errorText.contains("    ⚠ \(warning)") && shop.asked == ["/one/null"])
    let steps = try JSONValue(parsing: run.output)["steps"]?.array ?? []
    #expect(steps.first { $0["name"] == "asks" }?["warnings"] == [.string(warning)])
    let states = steps.filter { $0["step"]?.string?.hasPrefix("3[") == true }.map { $0["state"] }
    #expect(states == ["succeeded", "failed", "neverRan"])
    try shop.write("url: /one/{{shared.gone}}\n", to: "requests/asks.yaml")
    #expect(try await shop.run("shared", "set", "gone", "--type", "json", input: "null").status == 0)
    #expect(try await shop.run("send", "asks").errorText.contains("⚠ {{shared.gone}} is null"))
  }

  @Test("ended by somebody else, it takes its programs along and keeps the run as stopped")
  func terminated() async throws {
    try shop.write("serial:\n  - { local: p, run: [./p.sh] }\n", to: "groups/g.yaml")
    try shop.write("#!/bin/sh\nsleep 1000 &\necho $! > told\nwait\n", to: "p.sh")
    #expect(chmod("\(shop.folder)/p.sh", 0o755) == 0 && mkfifo("\(shop.folder)/told", 0o600) == 0)
    #expect(try await shop.run("trust", "--yes").status == 0)
    let terminal = try await parley.open(["run", "g", "-w", shop.folder])
    try await terminal.wait(for: "… 1 p")
    let told = try await FinishedProcess.run("/usr/bin/timeout", ["30", "/bin/cat", "\(shop.folder)/told"])
    kill(try #require(terminal.processID), SIGTERM)
    #expect(try await terminal.waitForEnd() == 143)
    #expect(try await shop.run("runs", "list").outputText.contains("  g  stopped"))
    let pid = told.outputText.filter(\.isNumber)
    let wait = ["30", "/usr/bin/tail", "--pid=\(pid)", "-f", "/dev/null"]
    #expect(try await FinishedProcess.run("/usr/bin/timeout", wait).status == 0)
  }

  @Test("killed in the middle, it is an interrupted run at the next start, with every step that was on the screen")
  func killed() async throws {
    try shop.write(
      "serial: [{ request: one }, { local: two, jq: '. + {b: 2}' }, { local: nap, wait: 10m }]\n",
      to: "groups/g.yaml")
    let terminal = try await parley.open(["run", "g", "-w", shop.folder])
    try await terminal.wait(for: "✓ 2        two")
    kill(try #require(terminal.processID), SIGKILL)
    try await terminal.waitForEnd()
    let shown = try await shop.run("runs", "show", "last")
    #expect(shown.status == 0 && shown.outputText.contains("  g  interrupted"))
    #expect(shown.outputText.contains("✓ 1        one") && shown.outputText.contains("✓ 2        two"))
    // What was recorded serves to go on from there.
    try shop.write(
      "serial: [{ request: one }, { local: two, jq: '. + {b: 2}' }, { local: three, jq: '.b' }]\n",
      to: "groups/g.yaml")
    #expect(try await shop.run("run", "g", "--from", "nap", "--of", "last").status == 2)
    let again = try await shop.run("run", "g", "--from", "three", "--of", "last")
    #expect(again.status == 0 && shop.server.requests.count == 1)
  }
}

/// The test cases of a JUnit report, as any XML parser reads them.
private final class JUnitCases: NSObject, XMLParserDelegate {
  private(set) var names: [String] = []
  private(set) var failed: [String] = []
  private(set) var suite: [String: String] = [:]
  private(set) var text = ""

  static func read(_ path: String) throws -> JUnitCases {
    let (cases, parser) = (JUnitCases(), XMLParser(data: Data(try readFile(path))))
    parser.delegate = cases
    guard parser.parse() else { throw SupportError("The report is no XML: \(String(describing: parser.parserError))") }
    return cases
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    switch element {
    case "testsuite": suite = attributes.filter { ["tests", "failures", "errors", "skipped"].contains($0.key) }
    case "testcase": names.append(attributes["name"] ?? "")
    case "failure": failed.append(names.last ?? "")
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
}
