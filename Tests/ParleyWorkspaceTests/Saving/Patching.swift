import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

/// An edit of a request's file, and the file after it.
struct Patch: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let before: String
  let after: String
  let edit: @Sendable (inout RequestDefinition) -> Void

  init(
    _ description: String, _ before: String, to after: String,
    edit: @escaping @Sendable (inout RequestDefinition) -> Void
  ) {
    testDescription = description
    self.before = before
    self.after = after
    self.edit = edit
  }

  func check() throws {
    #expect(try RequestFile.patching(before, edit) == after)
  }
}

extension RequestFile {
  init(_ text: String) {
    self.init(root: "/nowhere", id: "a", source: SourceText(text, file: "requests/a.yaml"))
  }

  static func patching(_ text: String, _ edit: (inout RequestDefinition) -> Void) throws -> String {
    let file = RequestFile(text)
    var edited = file.definition
    edit(&edited)
    return String(decoding: try file.patched(edited), as: UTF8.self)
  }
}
