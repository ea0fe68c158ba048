import ParleyEngine
import ParleyModel
import TestSupport
import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Many random changes to the steps of groups", .timeLimit(.minutes(2)))
struct GroupFuzzTests {
  @Test("No step and no comment is lost, and what was changed can be read", arguments: Sample.of(Array(0..<60), 15))
  func changes(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var text = GroupText(RandomGroup.text(&random))
    #expect(text.document.diagnostics.isEmpty, "\(text.text)")
    var done = 0
    for _ in 0..<40 {
      let change = RandomChange(of: text, &random)
      do throws(GroupEditError) {
        let edit = try change.apply(to: text)
        check(change, from: text, edit)
        text = edit.text
        done += 1
      } catch {
        #expect(change.mayBeRefused(with: error), "\(change): \(error.summary)\n\(text.text)")
      }
    }
    #expect(done > 5)
  }

  private func check(_ change: RandomChange, from before: GroupText, _ edit: GroupEdit) {
    let after = edit.text
    let (count, comments) = (before.lines.count, before.comments.sorted())
    #expect(after.document.diagnostics.isEmpty)
    #expect(after.definition.diagnostics.isEmpty, "\(change)\n\(before.text)\n→\n\(after.text)")
    #expect(after.definition.value?.allNodes.count == after.lines.count)
    for path in edit.paths where path != .root { #expect(after.lines[path] != nil) }
    switch change {
    case .delete, .unnest: #expect(after.lines.count <= count)
    case .rename, .disable: #expect(after.comments == before.comments)
    case .move, .`switch`: #expect(after.comments.sorted() == comments)
    case .insert: #expect(after.lines.count == count + 1)
    case .wrap, .nest: #expect(after.lines.count >= count)
    case .duplicate: #expect(after.lines.count > count)
    }
    if !change.isDeletion { #expect(after.keeps(before.comments)) }
    #expect(after.text.utf8.contains(UInt8(ascii: "\t")) == false)
  }
}

/// A change that makes sense, or nearly.
enum RandomChange {
  case move([NodePath], Int), nest([NodePath]), unnest([NodePath]), wrap([NodePath], ListOrder)
  case `switch`(NodePath), disable([NodePath], Bool), duplicate([NodePath]), rename(NodePath, String)
  case delete([NodePath]), insert(NodeDefinition, NodePath, isInside: Bool)

  init(of text: GroupText, _ random: inout SeededGenerator) {
    let all = text.lines.keys.sorted()
    let path = all.randomElement(using: &random) ?? .root
    let paths = Self.neighbours(of: path, among: all, &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: self = .move(paths, Bool.random(using: &random) ? 1 : -1)
    case 2: self = .nest(paths)
    case 3: self = .unnest(paths)
    case 4: self = .wrap(paths, Bool.random(using: &random) ? .serial : .concurrent)
    case 5: self = .switch(Int.random(in: 0..<4, using: &random) == 0 ? .root : path)
    case 6: self = .disable(paths, Bool.random(using: &random))
    case 7 where all.count < 60: self = .duplicate(paths)
    case 8: self = .rename(path, "n\(Int.random(in: 0..<1000, using: &random))")
    case 9 where all.count > 4: self = .delete(paths)
    default:
      var node = NodeDefinition()
      node.request = Located(["user/login", "item/page", "x-y"].randomElement(using: &random) ?? "a")
      self = .insert(node, path, isInside: Bool.random(using: &random))
    }
  }

  private static func neighbours(
    of path: NodePath, among all: [NodePath], _ random: inout SeededGenerator
  ) -> [NodePath] {
    guard let parent = path.parent, case .node(let index)? = path.parts.last else { return [path] }
    let count = Int.random(in: 1...3, using: &random)
    return (index..<index + count).map(parent.node).filter(all.contains)
  }

  func apply(to text: GroupText) throws(GroupEditError) -> GroupEdit {
    switch self {
    case .move(let paths, let distance): try text.moving(paths, by: distance)
    case .nest(let paths): try text.nesting(paths)
    case .unnest(let paths): try text.unnesting(paths)
    case .wrap(let paths, let order): try text.wrapping(paths, in: order)
    case .switch(let path): try text.switchingOrder(at: path)
    case .disable(let paths, let isDisabled): try text.setting(disabled: isDisabled, at: paths)
    case .duplicate(let paths): try text.duplicating(paths)
    case .rename(let path, let name): try text.renaming(path, to: name)
    case .delete(let paths): try text.deleting(paths)
    case .insert(let node, let path, let isInside):
      isInside ? try text.inserting([node], inside: path) : try text.inserting([node], below: path)
    }
  }

  var isDeletion: Bool { if case .delete = self { true } else { false } }

  /// What a person may want and cannot have; never that the text cannot be changed so.
  func mayBeRefused(with error: GroupEditError) -> Bool {
    switch error {
    case .refused, .nameIsTaken, .inAnotherFile, .noStep: true
    case .cannotBeKept(let reason): reason.hasPrefix("there is a comment between [ and ]")
    case .notReadable, .badName: false
    }
  }
}

/// A group as somebody may have written it, with comments wherever they can stand.
enum RandomGroup {
  static func text(_ random: inout SeededGenerator) -> String {
    var writer = RandomWriter(random)
    let text = writer.group()
    random = writer.random
    return text
  }
}

private struct RandomWriter {
  var random: SeededGenerator
  private var number = 0
  private var lineBreak = "\n"
  private var listStep = 2

  init(_ random: SeededGenerator) {
    self.random = random
  }

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  private mutating func next() -> Int {
    number += 1
    return number
  }

  private mutating func comment() -> String { "# c\(next()) é" }

  mutating func group() -> String {
    if chance(4) { lineBreak = "\r\n" }
    listStep = [0, 2, 2, 4].randomElement(using: &random) ?? 2
    var lines: [String] = chance(2) ? [comment()] : []
    if chance(3) { lines += ["docs: |", "  What it is for.", "  # no comment"] }
    lines.append((chance(2) ? "serial:" : "concurrent:") + (chance(3) ? " " + comment() : ""))
    lines += list(indentation: listStep, depth: 0)
    if chance(3) { lines += ["onFailure: stop " + comment()] }
    if chance(3) { lines.append(comment()) }
    return lines.joined(separator: lineBreak) + (chance(5) ? "" : lineBreak)
  }

  private mutating func list(indentation: Int, depth: Int) -> [String] {
    var lines: [String] = []
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      if chance(4) { lines.append("") }
      if chance(6), !lines.isEmpty { lines += [String(repeating: " ", count: indentation) + comment(), ""] }
      if chance(3) { lines.append(String(repeating: " ", count: indentation) + comment()) }
      lines += step(indentation: indentation, depth: depth)
    }
    return lines
  }

  private mutating func step(indentation: Int, depth: Int) -> [String] {
    let indent = String(repeating: " ", count: indentation)
    let beside = chance(4) ? " " + comment() : ""
    switch Int.random(in: 0..<(depth < 2 ? 8 : 5), using: &random) {
    case 0: return ["\(indent)- request: user/r\(next())\(beside)"]
    case 1: return ["\(indent)- { request: \"user/r\(next())\", when: '$steps.r1 != null' }\(beside)"]
    case 2: return ["\(indent)- local: j\(next())", "\(indent)  jq: |", "\(indent)    .a", "\(indent)    | .b"]
    case 3:
      let body = ["\(indent)- request: r\(next())", "\(indent)  with: # w", "\(indent)    body:"]
      return body + ["\(indent)      json: '{ \"a\": {{steps.r1.é}} }'", "\(indent)  \(comment())"]
    case 4: return ["\(indent)- { local: j\(next()), assert: ['.a', \"$steps.r1\"] }\(beside)"]
    case 5:
      return ["\(indent)- { concurrent: [{ request: r\(next()) }, { request: r\(next()) }], as: l\(next()) }\(beside)"]
    default:
      let lines = ["\(indent)- \(chance(2) ? "serial" : "concurrent"):\(beside)"]
      return lines + list(indentation: indentation + 2 + listStep, depth: depth + 1)
        + (chance(3) ? ["\(indent)  as: l\(next())"] : [])
    }
  }
}
