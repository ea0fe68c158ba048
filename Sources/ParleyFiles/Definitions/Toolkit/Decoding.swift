internal import ParleyText

/// The state of decoding one file's nodes: every mistake found so far.
package struct Decoding {
  let source: SourceText
  private(set) var diagnostics: [Diagnostic] = []

  /// The limit of mistakes reported for one file: nobody reads more, and the file may be hostile.
  private static let mostDiagnostics = 100

  package init(source: SourceText) {
    self.source = source
  }

  /// Whether something that stands there could not be read.
  func hasErrors(in place: SourcePlace) -> Bool {
    diagnostics.contains { $0.severity == .error && place.range.contains($0.place.range.lowerBound) }
  }

  package mutating func note(_ diagnostic: Diagnostic) {
    if diagnostics.count < Self.mostDiagnostics { diagnostics.append(diagnostic) }
  }

  /// Notes that a node is not what its field takes.
  mutating func refuse(_ node: YAMLNode, expected: String, hint: String? = nil) {
    let code: Diagnostic.Code = node.text == nil || node.isAbsent ? .wrongType : .wrongValue
    note(Diagnostic(code, at: node.place, "found \(node.found); expected \(expected)", hint: hint))
  }

  /// The same; `nil`, so that a reader can return it.
  mutating func mismatch<Value>(_ node: YAMLNode, expected: String, hint: String? = nil) -> Value? {
    refuse(node, expected: expected, hint: hint)
    return nil
  }
}

extension YAMLNode {
  /// How a message quotes what was found.
  var found: String {
    switch content {
    case .scalar("", .plain): "nothing"
    case .scalar(let text, _): Printable.quoted(text)
    case .sequence: "a list"
    case .mapping: "a map"
    }
  }
}
