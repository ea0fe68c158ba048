import Foundation
import ParleyEngine
import TestSupport
import Testing

/// The demo's groups after a login: what is no secret reads everywhere as it does on screen.
@Suite("The demo after a login", .serialized, .timeLimit(.minutes(3)))
struct DemoSecretTests {
  private let parley: ParleyProgram

  init() throws {
    parley = try ParleyProgram()
  }

  @Test("shows in every output what its steps gave, with the token and the password masked")
  func outputs() async throws {
    let folder = try await parley.copyOfDemo()
    try await withDemoServer { server in
      let files = ["report.xml", "report.html", "run.jsonl"].map(parley.home.path)
      let run = try await parley.run(
        "run", "checkout", "-w", folder, "--json", "--set", "baseUrl=\(server.url)", "--set", "password=secret",
        "--junit", files[0], "--html", files[1], "--json-lines", files[2])
      #expect(run.status == 1, "\(run.errorText)")
      let token =
        try await parley.run("shared", "get", "token", "--reveal", "-w", folder).outputText
        .split(separator: "\n").first.map(String.init) ?? ""
      #expect(token.count >= 8, "the login gave a token")
      let export = parley.home.path("run.parley")
      let exported = try await parley.run("runs", "export", "last", export, "-w", folder)
      #expect(exported.status == 0, "\(exported.errorText)")
      let again = try await parley.run("runs", "show", "last", "--json", "-w", folder)
      for (name, json) in [("run", run), ("runs show", again)] {
        try check(JSONValue(parsing: json.output), name)
      }
      var texts = [("run", run.outputText + run.errorText), ("runs show", again.outputText)]
      for file in files + [export] {
        texts.append((file, String(decoding: try FileReading.bytes(of: file), as: UTF8.self)))
      }
      for (name, text) in texts {
        #expect(!text.contains(token), "the token in \(name)")
        for part in [#"\"secret\""#, #""secret""#, "&quot;secret&quot;"] {
          #expect(!text.contains(part), "\(part) in \(name)")
        }
      }
      for (name, text) in texts.filter({ !$0.0.hasSuffix("run") }) {
        for part in ["total", "letters"] { #expect(text.contains(part), "\(part) in \(name)") }
      }
    }
  }

  private func check(_ run: JSONValue, _ name: String) throws {
    let steps = Dictionary((run["steps"]?.array ?? []).map { ($0["name"]?.string ?? "", $0["output"]) }) { first, _ in
      first
    }
    #expect(steps["cheapest"]??["name"]?.string?.isEmpty == false, "\(name)")
    #expect(steps["cheapest"]??["price"]?.number != nil, "\(name)")
    #expect(steps["bill"]??["total"]?.number != nil && steps["bill"]??["cart"]?.string != nil, "\(name)")
    #expect(
      steps["names"]??.array?.isEmpty == false
        && steps["names"]??.array?.allSatisfy { $0 != .string(Secrets.mask) } == true)
    var masked: [String] = []
    for (name, output) in steps {
      if let output { masked += output.maskedPlaces.map { "\(name) \($0)" } }
    }
    #expect(masked == ["login .result.token"], "\(name): \(masked)")
  }
}

private enum FileReading {
  static func bytes(of path: String) throws -> [UInt8] {
    guard let file = FileManager.default.contents(atPath: path) else { throw SupportError("no \(path)") }
    return Array(file)
  }
}
