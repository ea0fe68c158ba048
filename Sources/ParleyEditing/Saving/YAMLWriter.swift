import ParleyFiles

/// Writes values that stand nowhere yet.
package struct YAMLWriter {
  /// How far what is below is indented.
  let step: Int

  package init(step: Int = 2) {
    self.step = step
  }

  /// A key with its value in the block style, in whole lines.
  package func lines(_ entry: YAMLValue.Entry, indentation: Int) -> [String] {
    let start = Self.spaces(indentation) + ScalarWriter(isFlow: false).key(entry.key) + ":"
    return lines(entry.value, after: start, indentation: indentation)
  }

  /// An item of a list in the block style, in whole lines.
  package func lines(item: YAMLValue, indentation: Int) -> [String] {
    let dash = Self.spaces(indentation) + "-"
    guard case .mapping(let entries, isFlow: false) = item, !entries.isEmpty else {
      return lines(item, after: dash, indentation: indentation)
    }
    var lines = entries.flatMap { self.lines($0, indentation: indentation + 2) }
    lines[0] = dash + " " + lines[0].dropFirst(indentation + 2)
    return lines
  }

  private func lines(_ value: YAMLValue, after start: String, indentation: Int) -> [String] {
    switch value {
    case .scalar(let text) where text.contains("\n"): literal(text, after: start, indentation: indentation)
    case .mapping(let entries, isFlow: false) where !entries.isEmpty:
      [start] + entries.flatMap { lines($0, indentation: indentation + step) }
    case .sequence(let items, isFlow: false) where !items.isEmpty:
      [start] + items.flatMap { lines(item: $0, indentation: indentation + step) }
    case .scalar(let text): [start + " " + ScalarWriter(isFlow: false).line(text)]
    default: [start + " " + flow(value)]
    }
  }

  private func literal(_ text: String, after start: String, indentation: Int) -> [String] {
    guard let literal = LiteralText(text, step: step) else {
      return [start + " " + ScalarWriter.doubleQuoted(text)]
    }
    let indent = Self.spaces(indentation + step)
    return ["\(start) |\(literal.indicators)"] + literal.lines.map { $0.isEmpty ? "" : indent + $0 }
  }

  /// In one line that stands in a block.
  func line(_ value: YAMLValue) -> String {
    if case .scalar(let text) = value { ScalarWriter(isFlow: false).line(text) } else { flow(value) }
  }

  /// In one line, inside `[ ]` or `{ }` too.
  func flow(_ value: YAMLValue) -> String {
    switch value {
    case .kept(let node): flow(node)
    case .scalar(let text): ScalarWriter(isFlow: true).line(text)
    case .mapping(let entries, _): Self.braced(entries.map(flow))
    case .sequence(let items, _): "[" + items.map(flow).joined(separator: ", ") + "]"
    }
  }

  func flow(_ entry: YAMLValue.Entry) -> String {
    "\(ScalarWriter(isFlow: true).key(entry.key)): \(flow(entry.value))"
  }

  private func flow(_ node: YAMLNode) -> String {
    switch node.content {
    case .scalar(let text, let style): ScalarWriter(isFlow: true).line(text, like: style)
    case .sequence(let items): "[" + items.map(flow).joined(separator: ", ") + "]"
    case .mapping(let entries):
      Self.braced(entries.map { "\(ScalarWriter(isFlow: true).key($0.key.value)): \(flow($0.value))" })
    }
  }

  private static func braced(_ entries: [String]) -> String {
    entries.isEmpty ? "{}" : "{ " + entries.joined(separator: ", ") + " }"
  }

  static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
