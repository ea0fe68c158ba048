import ParleyEngine
import TestSupport
import Testing

@testable import ParleyEditing
@testable import ParleyFiles

/// A change is read from what is known of the text before it: it must say what a reader of its bytes says.
@Suite("The reading of a change is that of its text", .timeLimit(.minutes(2)))
struct ReadingOfChangesTests {
  private static let text = """
    serial:
      # first
      - { local: one, jq: '.a' }
      - local: two
        jq: |
          .b
      - concurrent:
          - { local: three, jq: '$steps.one' }
          - { local: four, jq: '$steps.seven' }
      - { local: five, wait: 1s }

    """

  static let changes: [@Sendable (GroupText) throws -> GroupEdit] = [
    { try $0.moving([.root.node(0)], by: 1) }, { try $0.moving([.root.node(3)], by: -1) },
    { try $0.nesting([.root.node(1)]) }, { try $0.unnesting([.root.node(2).node(0)]) },
    { try $0.duplicating([.root.node(0)]) }, { try $0.deleting([.root.node(1)]) },
    { try $0.setting(disabled: true, at: [.root.node(0)]) }, { try $0.renaming(.root.node(0), to: "first") },
  ]

  @Test("its steps, its mistakes and its comments", arguments: changes.indices)
  func reading(_ index: Int) throws {
    let before = GroupText(Self.text, ofGroup: "many")
    _ = (before.definition, before.comments)
    let changed = try Self.changes[index](before).text
    let read = GroupText(changed.text, ofGroup: "many")
    #expect(changed.definition.value == read.definition.value)
    #expect(changed.definition.diagnostics == read.definition.diagnostics)
    #expect(changed.comments == read.comments)
    #expect(try Self.steps(of: changed) == Self.steps(of: read))
    #expect(try Self.mistakes(in: changed) == Self.mistakes(in: read))
  }

  @Test("and going back says what was said before", arguments: changes.indices)
  func undone(_ index: Int) throws {
    let before = GroupText(Self.text, ofGroup: "many")
    let steps = try Self.steps(of: before)
    _ = try Self.steps(of: try Self.changes[index](before).text)
    #expect(try Self.steps(of: GroupText(before.text, ofGroup: "many")) == steps)
    #expect(try Self.steps(of: before).map(\.definition) == steps.map(\.definition))
  }

  @Test("The text of a step is its definition's, whenever it is asked for")
  func definitions() throws {
    let text = GroupText(Self.text, ofGroup: "many")
    for step in try Self.steps(of: text) { #expect(step.definition == (try text.definition(at: step.path).text)) }
  }

  private static func steps(of text: GroupText) throws -> [StepOutline] {
    let workspace = try workspace(with: text)
    return try #require(workspace.group("many")).outline(in: workspace)
  }

  private static func mistakes(in text: GroupText) throws -> [Diagnostic] {
    try workspace(with: text).mistakes(inGroup: "many")
  }

  private static func workspace(with text: GroupText) throws -> Workspace {
    let folder = try TemporaryDirectory()
    try folder.write("parley: 1\nid: reading-1\n", to: "parley.yaml")
    return try Workspace.load(at: folder.path).replacing(group: "many", by: text)
  }
}
