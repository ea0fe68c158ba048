import ParleyEngine
import ParleyStore
import ParleyWorkspace

/// A draft of a group as the store keeps it.
struct KeptGroupDraft: Codable {
  let text: String
  /// The file's text when the draft began.
  let base: String

  /// Among the drafts of requests, none of which has an id that begins so.
  static func key(of group: String) -> String { WorkspaceFiles.draftKey(ofGroup: group) }
}

extension KeptGroupDraft {
  /// - Returns: nil when it was written by a program that knew drafts of another shape.
  init?(_ kept: Draft) {
    guard let draft = try? JSONValue(parsing: kept.content).decode(KeptGroupDraft.self) else { return nil }
    self = draft
  }

  func content() throws -> [UInt8] {
    JSONPrinter.compact.bytes(of: try JSONValue(encoding: self))
  }
}
