public import ParleyEngine
import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

/// A change to a group's text, and the text after it.
struct GroupEditing: CustomTestStringConvertible, Sendable {
  typealias Change = @Sendable (GroupText) throws -> GroupEdit

  let testDescription: String
  let before: String
  let after: String
  let paths: [String]
  let change: Change

  /// - Parameter paths: where the changed steps are afterwards.
  init(
    _ description: String, _ before: String, to after: String, at paths: String..., change: @escaping Change
  ) {
    testDescription = description
    self.before = before
    self.after = after
    self.paths = paths
    self.change = change
  }

  func check() throws {
    let edit = try change(GroupText(before, ofGroup: "a"))
    #expect(edit.text.text == after)
    #expect(edit.paths.map(\.description) == paths)
  }
}

extension NodePath: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self = NodePath(value) ?? .root }
}

extension GroupText {
  init(_ text: String) { self.init(text, ofGroup: "a") }
}
