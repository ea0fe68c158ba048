internal import ParleyEngine

/// A location in a workspace file.
package struct SourcePlace: Sendable, Hashable {
  /// Relative to the workspace; safe to print.
  package let file: String
  /// Counted from 1.
  package let line: Int
  /// Counted from 1, in Unicode scalars.
  package let column: Int
  /// Byte offsets in the file.
  package let range: Range<Int>

  package init(file: String, line: Int, column: Int, range: Range<Int>) {
    self.file = file
    self.line = line
    self.column = column
    self.range = range
  }

  /// The front of a file, for what concerns it as a whole.
  package static func start(of file: String) -> SourcePlace {
    SourcePlace(file: file, line: 1, column: 1, range: 0..<0)
  }
}

extension SourcePlace {
  /// As in `environments/local.yaml:3:11`.
  package var exact: String { isOfScratch ? Self.scratch : "\(file):\(line):\(column)" }

  /// The request that is in no file has no lines either.
  fileprivate var isOfScratch: Bool { file == WorkspacePaths.file(ofRequest: "") }
  fileprivate static let scratch = "the scratch request"
}

extension SourcePlace: CustomStringConvertible {
  /// As in `environments/local.yaml:3`.
  package var description: String { isOfScratch ? Self.scratch : "\(file):\(line)" }
}

/// A value together with the place it was read from; `nil` where it was made in memory.
///
/// Two are equal when their values are: a place says where a value stood, not what it is.
package struct Located<Value: Sendable>: Sendable {
  package var value: Value
  package var place: SourcePlace?

  package init(_ value: Value, at place: SourcePlace? = nil) {
    self.value = value
    self.place = place
  }
}

extension Located: Equatable where Value: Equatable {
  /// Texts are equal when they are the same scalars: `é` in one and in two are different values to a server.
  package static func == (left: Self, right: Self) -> Bool {
    guard let text = left.value as? String, let other = right.value as? String else { return left.value == right.value }
    return text.isIdentical(to: other)
  }
}

extension Located: Hashable where Value: Hashable {
  package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Located: ExpressibleByUnicodeScalarLiteral where Value == String {}
extension Located: ExpressibleByExtendedGraphemeClusterLiteral where Value == String {}
extension Located: ExpressibleByStringLiteral where Value == String {
  package init(stringLiteral value: String) { self.init(value) }
}
