package import ParleyEngine
import ParleyText
package import TerminalKit
import WorkbenchParts
package import WorkbenchServices

/// A line of two values laid over each other.
package struct DifferenceLine: Hashable, Sendable {
  package let text: StyledText
  package let difference: Difference
  /// The path that it shows; nil if it stands for several.
  package let path: ValuePath?
  /// The text of each side, if the two are beside each other; nil if that side has nothing.
  var left, right: StyledText?
}

/// Two JSON values laid over each other by their structure: what is only in one, what differs, and little of the rest.
package struct DifferenceLines {
  package private(set) var lines: [DifferenceLine] = []
  private let ignored: IgnoredPaths
  private var secrets = Secrets()

  private static let most = 4000
  /// Equal members in a row that are shown.
  private static let equalRun = 4
  private static let longestValue = 160

  /// - Parameter ignored: those of the step.
  package init(ignoring ignored: IgnoredPaths) {
    self.ignored = ignored
  }

  package mutating func add(_ pair: ComparedParts.Pair, named name: String? = nil, at path: ValuePath = .root) {
    guard pair.left != nil || pair.right != nil else { return }
    secrets = pair.secrets
    add(name, pair.left, pair.right, at: path, depth: 0)
  }

  package mutating func addTitle(_ title: String) {
    if !lines.isEmpty { lines.append(DifferenceLine(text: "", difference: .same, path: nil)) }
    let words = StyledText(title, Style(.title))
    lines.append(
      DifferenceLine(text: [Span("  ", .text)] + words, difference: .same, path: nil, left: words, right: words))
  }

  private mutating func add(
    _ name: String?, _ left: JSONValue?, _ right: JSONValue?, at path: ValuePath, depth: Int
  ) {
    guard lines.count < Self.most else { return }
    if left == right { return put(.same, name, short(left), path, depth) }
    if ignored.cover(path) {
      return put(.ignored, name, "\(change(left, right))  ignored", path, depth, (short(left), short(right)))
    }
    switch (left, right) {
    case (.object(let left)?, .object(let right)?): addMembers(name, left, right, path, depth)
    case (.array(let left)?, .array(let right)?): addElements(name, left, right, path, depth)
    case (.string(let left)?, .string(let right)?) where isSeenByLine(left, right):
      addText(name, left, right, path, depth)
    case (let left?, let right?) where left.isScalar && right.isScalar:
      put(.different, name, change(left, right), path, depth, (short(left), short(right)))
    default:
      if let left { addWhole(.onlyLeft, name, left, path, depth) }
      if let right { addWhole(.onlyRight, name, right, path, depth) }
    }
  }

  private mutating func addMembers(
    _ name: String?, _ left: JSONObject, _ right: JSONObject, _ path: ValuePath, _ depth: Int
  ) {
    put(.same, name, "{", path, depth)
    let keys = left.map(\.key) + right.map(\.key).filter { left[$0] == nil }
    let members = keys.map {
      Member(
        name: "\(JSONValue.string(secrets.maskingForeign($0)))", segment: .key($0), left: left[$0], right: right[$0])
    }
    addAll(members, path, depth + 1)
    put(.same, nil, "}", nil, depth)
  }

  private mutating func addElements(
    _ name: String?, _ left: [JSONValue], _ right: [JSONValue], _ path: ValuePath, _ depth: Int
  ) {
    put(.same, name, "[", path, depth)
    let members = ArrayAlignment(left, right, at: path, ignoring: ignored).pairs.map { pair in
      Member(
        name: Self.name(of: pair), segment: .index(pair.index), left: pair.left.map { left[$0] },
        right: pair.right.map { right[$0] })
    }
    addAll(members, path, depth + 1)
    put(.same, nil, "]", nil, depth)
  }

  /// An element that was moved by others has its place in both.
  private static func name(of pair: ArrayAlignment.Pair) -> String {
    guard let left = pair.left, let right = pair.right, left != right else { return "[\(pair.index)]" }
    return "[\(left) → \(right)]"
  }

  private struct Member {
    let name: String
    let segment: ValuePath.Segment
    let left, right: JSONValue?
    var isSame: Bool { left == right }
  }

  /// Of many equal ones in a row only the first are shown.
  private mutating func addAll(_ members: [Member], _ path: ValuePath, _ depth: Int) {
    var rest = members[...]
    while let first = rest.first {
      let equal = rest.prefix { $0.isSame }
      let shown = equal.count > Self.equalRun ? equal.prefix(Self.equalRun - 1) : equal
      for member in shown {
        add(member.name, member.left, member.right, at: path.appending(member.segment), depth: depth)
      }
      if shown.count < equal.count { put(.same, nil, "… \(equal.count - shown.count) more are the same", nil, depth) }
      rest = rest.dropFirst(equal.count)
      guard equal.isEmpty else { continue }
      add(first.name, first.left, first.right, at: path.appending(first.segment), depth: depth)
      rest = rest.dropFirst()
    }
  }

  private mutating func addText(_ name: String?, _ left: String, _ right: String, _ path: ValuePath, _ depth: Int) {
    put(.different, name, "", path, depth)
    let parts = [left, right].map {
      secrets.maskingForeign($0).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
    for line in LineDifference(parts[0], parts[1]).lines {
      switch line {
      case .both(let text): put(.same, nil, text, path, depth + 1)
      case .left(let text): put(.onlyLeft, nil, text, path, depth + 1)
      case .right(let text): put(.onlyRight, nil, text, path, depth + 1)
      case .gap(let count): put(.same, nil, "… \(count.counted("line")) …", nil, depth + 1)
      }
    }
  }

  /// On as many lines as it has.
  private mutating func addWhole(
    _ difference: Difference, _ name: String?, _ value: JSONValue, _ path: ValuePath, _ depth: Int
  ) {
    let text = JSONPrinter.pretty.string(of: secrets.maskingForeign(value)).split(
      separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in text.enumerated() where lines.count < Self.most {
      // As between the other lines, no commas.
      let words = line.hasSuffix(",") ? line.dropLast() : line
      put(difference, index == 0 ? name : nil, String(words).fitted(to: Self.longestValue), path, depth)
    }
  }

  private mutating func put(
    _ difference: Difference, _ name: String?, _ value: String, _ path: ValuePath?, _ depth: Int,
    _ sides: (left: String, right: String)? = nil
  ) {
    let indent = String(repeating: "  ", count: depth)
    let label = name.map { $0.hasPrefix("[") ? "\($0) " : "\($0): " } ?? ""
    let style = difference.style
    let front = Span(indent + label, difference.counts ? style : Style(.key))
    var line = DifferenceLine(
      text: [Span("\(difference.sign) ", style), front, Span(value, style)], difference: difference, path: path)
    if difference != .onlyRight { line.left = [front, Span(sides?.left ?? value, style)] }
    if difference != .onlyLeft { line.right = [front, Span(sides?.right ?? value, style)] }
    lines.append(line)
  }

  /// Whether two texts of several lines still differ once they are masked.
  private func isSeenByLine(_ left: String, _ right: String) -> Bool {
    (left.contains("\n") || right.contains("\n")) && secrets.maskingForeign(left) != secrets.maskingForeign(right)
  }

  /// The value before and after. Values that differ only in what is masked look the same, so the text says that they
  /// differ.
  private func change(_ left: JSONValue?, _ right: JSONValue?) -> String {
    let (before, after) = (short(left), short(right))
    return before == after && before.contains(Secrets.mask) ? "\(before) → \(after) (differs)" : "\(before) → \(after)"
  }

  /// A list or an object in a few signs.
  private func short(_ value: JSONValue?) -> String {
    switch value {
    case nil: "nothing"
    case .object(let object)? where !object.isEmpty: "{ \(object.count) }"
    case .array(let array)? where !array.isEmpty: "[ \(array.count) ]"
    case let value?: JSONPrinter.compact.string(of: secrets.maskingForeign(value)).fitted(to: Self.longestValue)
    }
  }
}
