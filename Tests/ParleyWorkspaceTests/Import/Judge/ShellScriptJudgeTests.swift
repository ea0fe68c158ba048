import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyFormats
@testable import ParleyWorkspace

@Suite("The curl commands of a script are sent as Bash would run them", .timeLimit(.minutes(5)))
struct ShellScriptJudgeTests {
  /// Of the ways, each alone, and of generated scripts.
  static let scripts: [String] = {
    var random = SeededGenerator(seed: 77)
    let alone = (ShellScripts.lines + ShellScripts.blocks).enumerated().map { index, text in
      "\(ShellScripts.beginning)\(text.replacing("NUMBER", with: "a\(index)"))\n"
    }
    let generated = (0..<60).map { number in ShellScripts.generated(number) { Int(random.next() % UInt64($0)) } }
    return Sample.of(alone, 8) + Sample.of(generated, 4)
  }()

  @Test("in their order, byte for byte")
  func sameAsBash() async throws {
    let judge = try ImportJudge()
    for (name, text) in CurlCommands.files { try judge.write(text, to: name) }
    let curl = try Executables.installed("curl", package: "curl")
    for (index, script) in Self.scripts.enumerated() {
      let before = judge.server.requests.count
      let text = "curl() { '\(curl)' -s \"$@\"; }\n" + script.replacing("HOST", with: judge.host)
      let ran = try await FinishedProcess.run(
        "/bin/bash", ["-c", "cd '\(judge.path("source"))'\n\(text)"],
        environment: ["HOME": judge.path("home"), "PATH": "/usr/local/bin:/usr/bin:/bin"], limit: .seconds(20))
      let expected = judge.server.requests[before...].map(\.meaning)
      #expect(!expected.isEmpty, "Bash sends nothing for \(script): \(ran.errorText)")
      let path = try judge.write(script, to: "script-\(index).sh")
      let result = try await judge.send(path)
      #expect(result.arrived.map(\.text) == expected, "\(script)\n\(result.notes)")
      #expect(result.mistakes.isEmpty, "\(script)")
    }
  }

  @Test(
    "whatever the script begins with",
    arguments: [
      "echo hi", "cd .", "if true; then :; fi", "for i in 1; do :; done", "(true)", "{ true; }", "function f { :; }",
      "time true", "A=1 true", "sudo true", "cat f | sort", "A='two\nlines'", "set -e", "# a note",
      "[ -z \"\" ] && true",
      "case a in a) true;; esac", "export A=1", "read -r x",
    ])
  func beginnings(first: String) throws {
    let api = try ImportedAPI(ImportSource("s.sh", Array("\(first)\ncurl http://a.test/x\n".utf8)))
    #expect(api.requests.map(\.definition.url.value) == ["http://a.test/x"])
  }

  static let listed: [(script: String, note: String)] = [
    ("docker run x curl http://a.test/y", "The curl command behind “docker” was left out"),
    ("wget http://a.test/y", "This is a command of wget"),
    ("curl -X $M http://a.test/y", "--request “$M” was left out"),
    ("curl -H \"$H\" http://a.test/y", "The header “$H” was left out"),
    ("curl $OPTS http://a.test/y", "$OPTS was left out: its value is not known"),
    ("curl \"$@\" http://a.test/y", "$@ was left out: its value is not known"),
    ("curl --cacert $CA http://a.test/y", "--cacert “$CA” was left out"),
    ("echo y | xargs curl http://a.test/y", "What xargs adds"),
    ("curl 'http://a.test/[1-2000]'", "Only the first 1000 of its URLs"),
    ("curl -d \"${X:-1}\" http://a.test/y", "$X is read as its default"),
    ("curl --form-escape -F a=b http://a.test/y", "--form-escape was left out"),
    ("curl -d \"$1\" http://a.test/y", "It is asked for: the command takes it from $1"), ("curl -v", "has no URL"),
  ]

  @Test("what cannot be known is listed, and keeps nothing else from being read", arguments: listed.map(\.script))
  func notes(script: String) throws {
    let note = try #require(Self.listed.first { $0.script == script }).note
    let api = try ImportedAPI(ImportSource("s.sh", Array("curl http://a.test/x\n\(script)\n".utf8)))
    #expect(api.requests.first?.definition.url.value == "http://a.test/x")
    #expect(api.notes.contains { $0.text.contains(note) }, "\(api.notes.map(\.text))")
    #expect(!api.notes.contains { $0.text.unicodeScalars.contains { $0.value >= 0xF0000 } })
  }

  @Test("a range of URLs is a request for each, as many as there are")
  func ranges() throws {
    let api = try ImportedAPI(ImportSource("s.sh", Array("curl 'http://a.test/[1-150]'".utf8)))
    #expect(api.requests.count == 150)
  }

  @Test(
    "what a command sends, and what only a run would tell, is asked for by the variable's name, without the command")
  func outputs() throws {
    let files = try ImportedFiles(
      "T=$(curl -H 'Authorization: Bearer s3cr3t-s3cr3t' http://a.test/login)\ncurl http://a.test/x -H \"X-T: $T\" -H \"X-B: $(echo -n ada:s3cr3t | base64)\"\n",
      named: "s.sh")
    let environment = try files.text("environments/local.yaml")
    #expect(environment.contains("T: { secret: prompt }"))
    #expect(!environment.contains("s3cr3t") && !files.plan.notes.contains { $0.text.contains("s3cr3t") })
  }

  @Test(
    "a document with a command in it is no script",
    arguments: [
      "title: x\ntext: |\n  curl http://a.test\n", "{\"text\":\n\"curl http://a.test\"}",
      "{ text: 'x\n\ncurl http://a.test' }",
      "- a\n- |\n curl http://a.test\n",
    ])
  func documents(text: String) {
    #expect(throws: ImportError.self) { try ImportedAPI(ImportSource("d.txt", Array(text.utf8))) }
  }

  private static let hostileTexts = [
    // A variable that doubles,
    "A=xxxxxxxx\n" + String(repeating: "A=\"$A$A\"\n", count: 60),
    // a text that runs itself twice,
    "E='eval \"$E\"; eval \"$E\"'\neval \"$E\"\n",
    // loops in loops,
    String(repeating: "for i in {1..900}; do ", count: 6) + "true; " + String(repeating: "done; ", count: 6),
    // and what opens and never closes.
    String(repeating: "$(", count: 5_000), String(repeating: "${a:-", count: 5_000),
  ]

  @Test(
    "a script that would never end, or that fills the memory, is read in time",
    arguments: Sample.of(Array(hostileTexts.indices), 1))
  func hostile(index: Int) throws {
    _ = try? ImportedAPI(
      ImportSource(
        "s.sh", Array("curl http://a.test/x\n\(Self.hostileTexts[index])\ncurl http://a.test/y -d \"$A\"\n".utf8)))
  }
}
