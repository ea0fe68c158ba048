package import WorkbenchServices

/// One line of a list of completions.
package struct Suggestion: Hashable, Sendable {
  /// The text that is inserted.
  package let name: String
  /// Its current value, masked if it is a secret.
  package var value: String?
  /// The source of the value.
  package var source = ""
  /// A note on its use.
  package var note = ""

  package init(_ name: String, value: String? = nil, source: String = "", note: String = "") {
    self.name = name
    self.value = value
    self.source = source
    self.note = note
  }

  /// A completion for a name. A function has no value before it is called, so its note is shown instead.
  package init(_ name: TemplateName) {
    let isFunction = name.name.contains("(")
    self.init(
      name.name, value: name.value, source: isFunction ? "" : name.source, note: isFunction ? name.source : "")
  }
}
