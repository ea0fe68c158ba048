import ParleyEngine
import ParleyModel
import TestSupport
import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Changing each step of the demo's group", .timeLimit(.minutes(2)))
struct DemoGroupEditingTests {
  private static func demo() throws -> (workspace: Workspace, text: GroupText) {
    let root = Repository.root + "/workspaces/demo"
    let workspace = try Workspace.load(at: root)
    return (workspace, GroupText(try #require(GroupFile("checkout", in: workspace)).source))
  }

  private typealias Change = (String, @Sendable (GroupText, NodePath) throws -> GroupEdit)

  private static let changes: [Change] = [
    ("up", { try $0.moving([$1], by: -1) }), ("down", { try $0.moving([$1], by: 1) }),
    ("nest", { try $0.nesting([$1]) }), ("unnest", { try $0.unnesting([$1]) }),
    ("serial", { try $0.wrapping([$1], in: .serial) }), ("concurrent", { try $0.wrapping([$1], in: .concurrent) }),
    ("off", { try $0.setting(disabled: true, at: [$1]) }), ("copy", { try $0.duplicating([$1]) }),
    ("rename", { try $0.renaming($1, to: "renamed") }), ("delete", { try $0.deleting([$1]) }),
    ("switch", { try $0.switchingOrder(at: $1) }),
  ]

  @Test("Each change keeps every line of the others, and loads again")
  func keepsLines() throws {
    let (workspace, text) = try Self.demo()
    let lines = Set(text.text.split(separator: "\n").map { $0.drop { $0 == " " } })
    var count = 0
    for path in text.lines.keys.sorted() {
      for (name, change) in Self.changes {
        guard let edit = try? change(text, path) else { continue }
        count += 1
        let after = edit.text.text.split(separator: "\n").map { $0.drop { $0 == " " } }
        let lost = lines.subtracting(after)
        #expect(lost.count <= Self.mostLost[name, default: 0] || name == "delete", "\(name) \(path): \(lost)")
        let changed = workspace.replacing(group: "checkout", by: edit.text)
        let syntax = changed.mistakes(inGroup: "checkout").filter { $0.code != .unknownName }
        #expect(syntax.isEmpty, "\(name) \(path): \(syntax)")
      }
    }
    #expect(count > 100)
  }

  /// In lines that name the step, or where it was the only one of its list.
  private static let mostLost = ["rename": 4, "off": 1, "switch": 2]

  @Test("Down and up again, in and out again, off and on again is as it was")
  func back() throws {
    let text = try Self.demo().text
    for path in text.lines.keys.sorted() {
      if let down = try? text.moving([path], by: 1) {
        #expect(try down.text.moving(down.paths, by: -1).text.text == text.text)
      }
      let off = try text.setting(disabled: true, at: [path])
      #expect(try off.text.setting(disabled: false, at: [path]).text.text == text.text)
      let wrapped = try text.wrapping([path], in: .serial)
      #expect(try wrapped.text.unnesting([wrapped.paths[0].node(0)]).text.text == text.text, "\(path)")
    }
  }
}
