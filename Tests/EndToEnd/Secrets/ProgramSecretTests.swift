import Foundation
import TestSupport
import Testing

@Suite("A program that is given a secret by its environment", .timeLimit(.minutes(8))) struct ProgramSecretTests {
  private let parley: ParleyProgram

  init() throws {
    parley = try ParleyProgram()
  }

  /// Lines of a shell that use the secret in `$K`.
  private static let programs = [
    #"echo "\"$K\"""#, #"echo "{\"a\": [\"x$K\", 1]}""#, #"echo "\"$(echo $K | rev)\"""#, #"echo "$K" >&2; exit 3"#,
    #"echo "$K""#, #"echo "it is $K and more" >&2; echo 1"#, #"printf '%s' "[\"$K\", "; exit 1"#,
    #"printf '%01200d%s' 0 "$K" >&2; exit 3"#, #"printf '%0990d%s' 0 "$K" >&2; exit 3"#,
  ]

  private static let cases = programs.flatMap { program in
    ["hun7e-K", "Kx9-signing-key-of-ada-0123456789"].map { ($0, program) }
  }

  @Test("gives what is masked everywhere and encrypted, also where it fails", arguments: Sample.of(cases, 6))
  func program(secret: String, program: String) async throws {
    let server = try RawServer.start { connection in
      while try connection.readRequest() != nil { try connection.send(.text("{}")) }
    }
    let command = program.replacing("'", with: "''")
    let folder = parley.home.path("w")
    try parley.home.write("parley: 1\nid: program\nservers: { api: '\(server.url)' }\n", to: "w/parley.yaml")
    try parley.home.write("vars: { key: { secret: env K } }\n", to: "w/environments/local.yaml")
    try parley.home.write("url: /r\nquery: { k: '{{steps.sign}}' }\n", to: "w/requests/r.yaml")
    try parley.home.write(
      """
      serial:
        - { local: sign, env: [K], run: [sh, -c, '\(command)'] }
        - request: r
        - { local: copy, jq: '$steps.sign' }
      """, to: "w/groups/g.yaml")
    func run(_ words: String...) async throws -> FinishedProcess {
      try await FinishedProcess.run(
        Executables.built("parley"), words + ["-w", folder],
        environment: parley.environment.merging(["K": secret]) { $1 },
        input: [])
    }
    #expect(try await run("trust", "--yes").status == 0)
    let (junit, html) = (parley.home.path("report.xml"), parley.home.path("report.html"))
    let ran = try await run("run", "g", "--json", "--junit", junit, "--html", html)
    #expect(ran.outputText.contains("sign"), "\(ran.errorText)")
    var printed = [ran]
    printed.append(try await run("runs", "show", "last", "--json"))
    printed.append(try await run("runs", "show", "last", "--sources"))
    printed.append(try await run("history", "list", "--json"))
    printed.append(try await run("runs", "why", "last"))
    let told = [secret, String(secret.reversed())]
    for process in printed {
      for word in told {
        #expect(
          !process.outputText.contains(word) && !process.errorText.contains(word), "\(program): \(process.outputText)")
      }
    }
    let files = FileManager.default.enumerator(atPath: parley.home.path)?.compactMap { $0 as? String } ?? []
    #expect(files.contains { $0.hasSuffix("log.sqlite") })
    for file in files {
      guard let bytes = FileManager.default.contents(atPath: parley.home.path(file)) else { continue }
      for word in told { #expect(bytes.range(of: Data(word.utf8)) == nil, "\(program): \(word) in \(file)") }
    }
  }

  @Test("and one whose variable nobody withholds gives what is shown")
  func plain() async throws {
    try parley.home.write("parley: 1\nid: program\n", to: "w/parley.yaml")
    try parley.home.write(
      "serial:\n  - { local: sign, env: [PATH], run: [sh, -c, 'echo 72']}\n", to: "w/groups/g.yaml")
    #expect(try await parley.run("trust", "--yes", "-w", parley.home.path("w")).status == 0)
    _ = try await parley.run("run", "g", "-w", parley.home.path("w"))
    let shown = try await parley.run("runs", "show", "last", "--json", "-w", parley.home.path("w"))
    #expect(shown.outputText.contains("72"), "\(shown.errorText)")
  }
}
