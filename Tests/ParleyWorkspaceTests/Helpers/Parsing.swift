@testable import ParleyFiles
@testable import ParleyWorkspace

extension SourceText {
  init(_ text: String, file: String = "a.yaml") {
    self.init(file: file, bytes: Array(text.utf8))
  }
}

extension YAMLDocument {
  static func parse(_ text: String) -> YAMLDocument {
    parse(SourceText(text))
  }
}

extension YAMLNode {
  /// What stands in its bytes.
  func written(in text: String) -> String {
    String(decoding: Array(text.utf8)[place.range], as: UTF8.self)
  }

  /// The tree in one line, as JSON would write it with every scalar a string.
  var outline: String {
    switch content {
    case .scalar(let text, _): "'\(text)'"
    case .sequence(let items): "[" + items.map(\.outline).joined(separator: ", ") + "]"
    case .mapping(let entries):
      "{" + entries.map { "\($0.key.value): \($0.value.outline)" }.joined(separator: ", ") + "}"
    }
  }
}

extension RequestDefinition {
  static func read(_ text: String) -> (value: RequestDefinition?, diagnostics: [Diagnostic]) {
    form.read(SourceText(text))
  }
}

extension OptionsDefinition {
  static func saying(_ change: (inout OptionsDefinition) -> Void) -> OptionsDefinition {
    var options = OptionsDefinition()
    change(&options)
    return options
  }
}
