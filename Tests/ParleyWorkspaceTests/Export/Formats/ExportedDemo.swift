import Foundation
import ParleyEngine
import ParleyFiles
import ParleyFormats
import ParleyModel
import ParleyStore
import ParleyWorkspace
import TestSupport

/// The demo workspace, an export of it, and what an import makes of that.
struct ExportedDemo {
  let folder: TemporaryDirectory
  let exported: ExportedFile
  let imported: Workspace
  let notes: [String]

  static var workspace: String { "\(Repository.root)/workspaces/demo" }
  static let given = ["password": "secret", "email": "ada@example.com"]

  init(as format: ExportFormat, names: [String] = [], isImported: Bool = true) async throws {
    folder = try TemporaryDirectory()
    let state = StateFolder(path: folder.path("state"))
    exported = try await Self.withSession(at: Self.workspace, state) {
      try await $0.exports.file(format, ExportWish(names))
    }
    guard isImported else {
      (imported, notes) = (try Workspace.load(at: Self.workspace), [])
      return
    }
    let path = folder.path("out/api\(format.ending)")
    let files = try exported.write(to: path)
    let api = try ImportedAPI(at: path, environments: files.dropFirst().map(\.self))
    let plan = try ImportPlan(api, at: folder.path("back"))
    notes = plan.notes.map { "\($0.place): \($0.text)" }
    try plan.write()
    try FileManager.default.copyItem(atPath: "\(Self.workspace)/files", toPath: folder.path("back/files"))
    imported = try Workspace.load(at: folder.path("back"))
  }

  private static func withSession<Value>(
    at path: String, _ state: StateFolder, _ body: (Session) async throws -> Value
  ) async throws -> Value {
    let session = try await Session.open(at: path, state: state, environment: "local", given: given)
    do {
      let value = try await body(session)
      await session.close()
      return value
    } catch {
      await session.close()
      throw error
    }
  }

  /// What each request sends, by its id, as curl commands say it: what only says how is left out.
  func sent(original: Bool) async throws -> [String: String] {
    let path = original ? Self.workspace : folder.path("back")
    return try await Self.withSession(at: path, StateFolder(path: folder.path("state"))) { session in
      try session.permissions.allow(session.permissions.missing())
      var sent: [String: String] = [:]
      try await session.shared.set("token", .text("key-token"))
      for request in session.workspace.requests {
        let given = ["answer": "42"]
        guard let rendered = try? await session.sending.render(request.id, given: given) else { continue }
        sent[request.id] = Self.meaning(
          of: try await session.sending.curl(rendered, showsSecrets: true), in: session.workspace.root)
      }
      return sent
    }
  }

  private static let onlyHow = ["--location", "--insecure", "--compressed", "--output", "--max-filesize", "--http"]

  /// The words of a command in any order, without blanks; what is new each time is left out.
  private static func meaning(of curl: String, in root: String) -> String {
    curl.replacing(root, with: "").replacing(/[0-9a-f]{8}-[0-9a-f-]{27}/, with: "UUID")
      .replacing(/\d{4}-\d\d-\d\dT[0-9:.]+Z/, with: "TIME")
      .replacing(/(?s)(curl '[^']*)'(.*)--get --data-urlencode '([^']*)'/) { "\($0.1)?\($0.3)'\($0.2)" }
      .split(separator: " \\\n  ").map(String.init).filter { line in !onlyHow.contains { line.hasPrefix($0) } }
      .map { String($0.filter { !$0.isWhitespace }) }.sorted().joined(separator: "\n")
  }

  /// Requests that an import of the export sends in another way, each with both.
  func different() async throws -> [String: (before: String, after: String?)] {
    let (before, after) = (try await sent(original: true), try await sent(original: false))
    return before.filter { $0.value != after[$0.key] }.mapValues { $0 }.reduce(into: [:]) { result, item in
      result[item.key] = (item.value, after[item.key])
    }
  }
}
