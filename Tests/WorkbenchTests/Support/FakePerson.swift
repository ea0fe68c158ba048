import HTTPTypes
import ParleyEngine
import ParleyModel
import ParleyText
import ParleyWorkspace
import TerminalKit

@testable import WorkbenchLive
@testable import WorkbenchServices
@testable import WorkbenchState

/// Somebody whose clipboard, editor and settings are in memory.
struct FakePerson: PersonServices, FakePart {
  let fake: FakeServices

  var withheldVariables: Set<String> { snapshot.withheldVariables }

  func stage(_ body: any ByteSource, suffix: String, isSecret: Bool) async throws -> String {
    try await stage(
      String(decoding: body.read(at: 0, count: body.count), as: UTF8.self), suffix: suffix, isSecret: isSecret)
  }

  func discard(_ path: String) async throws { change { $0.staged[path] = nil } }

  func openOutside(_ path: String) async throws -> String {
    change { $0.opened.append(path) }
    return "opener"
  }

  func paneSizes() async throws -> PaneSizes { snapshot.paneSizes }
  func keepLastRequest(_ id: RequestID) async throws {}
  func keep(_ sizes: PaneSizes) async throws { change { $0.paneSizes = sizes } }

  var copiesByProgram: Bool { snapshot.copiesByProgram }

  func copy(_ text: String) async throws -> String {
    try check("copy")
    change { $0.copied.append(text) }
    return snapshot.copiesByProgram ? "tmux" : "wl-copy"
  }

  func keep(keys: [CommandID: [KeySequence]]) async throws -> String {
    try check("keepKey")
    change { content in
      for (command, keys) in keys { content.keys[command] = keys.map(\.name).joined(separator: ", ") }
    }
    return "/home/ada/keybindings"
  }

  func keep(_ setting: PersonSettings.Setting, _ value: String) async throws {
    try check("keepSetting")
    change { $0.settings[setting] = value }
  }

  func stage(_ text: String, suffix: String, isSecret: Bool) async throws -> String {
    change { $0.staged["/tmp/staged\(suffix)"] = text }
    return "/tmp/staged\(suffix)"
  }

  func collect(_ path: String) async throws -> String {
    snapshot.staged[path] ?? ""
  }

  func leftDrafts() async throws -> [LeftDraft] { [] }
  func keep(_ draft: EditorDraft) async throws {}
  func noteOffered(_ drafts: [LeftDraft]) async throws {}
  func drop(_ place: EditorDraft.Place) async throws {}
  func forget(_ left: LeftDraft.ID) async throws {}
}
