/// A writer of steps, one below the other, some of them in blocks.
protocol BlockWriter {
  /// Ends a block; nil where its indentation says that.
  static var blockEnd: String? { get }

  var code: CodeLines { get set }
  mutating func add(_ steps: [Script.Step])
}

extension BlockWriter {
  static var blockEnd: String? { "}" }

  /// - Parameters:
  ///   - head: the line before the steps; none where it is empty.
  ///   - then: adds what stands behind the steps.
  mutating func block(
    _ head: String, _ steps: [Script.Step], end: String? = Self.blockEnd, then: (inout Self) -> Void = { _ in }
  ) {
    if !head.isEmpty { code.add(head) }
    // What is declared inside is not known behind it.
    var inner = self
    inner.code = code.empty
    inner.add(steps)
    then(&inner)
    code.indented { $0.add(inner.code.lines.joined(separator: "\n")) }
    if let end { code.add(end) }
  }
}
