import ParleyEngine
import ParleyStore
import WorkbenchServices

/// A draft of a request as the store keeps it: the draft, and the contents of its file when it was made.
struct KeptRequestDraft {
  var draft: RequestDraft
  /// Nil in drafts of programs that did not keep it.
  var base: RequestDraft?

  private static let base = "base"
  /// A body may be large: one that is not edited is kept once.
  private static let sharesBody = "baseHasTheBody"
}

extension KeptRequestDraft {
  /// - Returns: nil when it was written by a program that knew drafts of another shape.
  init?(_ kept: Draft) {
    guard let document = try? JSONValue(parsing: kept.content), let draft = try? document.decode(RequestDraft.self)
    else { return nil }
    self.init(draft: draft, base: document[Self.base].flatMap { try? $0.decode(RequestDraft.self) })
    if document[Self.sharesBody] == true { base?.body = draft.body }
  }

  func content() throws -> [UInt8] {
    var document = try JSONValue(encoding: draft)
    if var base {
      let sharesBody = base.body == draft.body
      if sharesBody { base.body = .none }
      document[Self.base] = try JSONValue(encoding: base)
      document[Self.sharesBody] = sharesBody ? true : nil
    }
    return JSONPrinter.compact.bytes(of: document)
  }
}
