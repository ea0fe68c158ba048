/// The one declaration of a request's field: its key in the file, its row in the composer, and its description in the
/// help, in the schemas and in the documentation.
package struct RequestField: Sendable {
  /// A tab of the composer.
  package enum Tab: Sendable {
    case params, auth, body, expect, options
  }

  package let tab: Tab
  /// Its group in the tab of options; nil in any other tab.
  package private(set) var group: Group?
  /// The keys that lead to it in a request's file, as in `options.unixSocket`.
  package let path: [String]
  /// As the composer calls it.
  package let label: String
  package let help: String
  package let kind: FieldKind
  package let standard: DefaultValue?
  /// An example value, shown if a value is missing or wrong.
  package let example: String
  /// It cannot be said for many requests at once.
  package let isOfOneRequest: Bool
  /// Words by which people look for it, besides those of its name and its help.
  package private(set) var usualWords = ""

  /// - Parameters:
  ///   - path: with dots between the keys.
  ///   - label: the last of the keys, where none is given.
  ///   - example: by default the example of the kind.
  init(
    _ tab: Tab, _ path: String, _ help: String, _ kind: FieldKind = .text, label: String? = nil,
    default standard: DefaultValue? = nil, example: String? = nil, isOfOneRequest: Bool = false
  ) {
    self.tab = tab
    self.path = path.split(separator: ".").map(String.init)
    self.label = label ?? self.path.last ?? path
    self.help = help
    self.kind = kind
    self.standard = standard
    self.example = example ?? kind.example
    self.isOfOneRequest = isOfOneRequest
  }

  /// The same in a group of the options.
  func grouped(_ group: Group) -> RequestField {
    var copy = self
    copy.group = group
    return copy
  }

  /// The same, found by other words as well.
  func found(by words: String) -> RequestField {
    var copy = self
    copy.usualWords = words
    return copy
  }

  /// The form of its values in a sentence; empty where any text is one.
  package var form: String {
    guard example == kind.example else { return "For example \(example)." }
    return kind.form
  }

  /// The key in the innermost map.
  package var name: String { path.last ?? label }
}

/// The kind of values that a field takes, as they are typed in a line.
package enum FieldKind: Sendable, Equatable {
  case text
  /// Of a file, from the workspace on.
  case path
  case duration
  case size
  case fraction
  case flag
  case number(ClosedRange<Int>)
  /// One of them is chosen; a text may be typed where the key takes others.
  case choice([String])
  case statuses

  /// The values to choose from; empty for a field in which text is typed.
  package var choices: [String] {
    switch self {
    case .choice(let values): values
    case .flag: ["true", "false"]
    default: []
    }
  }

  /// The same of values of this kind. A range is no example of itself.
  fileprivate var form: String {
    switch self {
    case .text: ""
    case .path: "A path relative to the workspace."
    case .fraction: "A number from 0 to 1, such as 0.2."
    case .number(let range): "A number from \(range.lowerBound) to \(range.upperBound)."
    case .flag, .choice: "One of \(example)."
    case .duration, .size, .statuses: "For example \(example)."
    }
  }

  fileprivate var example: String {
    switch self {
    case .text: ""
    case .path: "a path relative to the workspace"
    case .duration: "200ms, 30s or 5m"
    case .size: "500KB, 20MB or 2GB"
    case .fraction: "0 to 1"
    case .number(let range): "\(range.lowerBound) to \(range.upperBound)"
    case .statuses: "200, 2xx, or 2xx, 304, or any"
    case .flag, .choice: choices.joined(separator: ", ")
    }
  }
}
