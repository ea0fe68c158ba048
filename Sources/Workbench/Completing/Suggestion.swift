/// One line of a list of completions.
struct Suggestion: Hashable, Sendable {
  /// What is written.
  let name: String
  /// What it stands for now, masked where it is a secret.
  var value: String?
  /// Where the value is from.
  var source = ""
  /// What it is good for.
  var note = ""

  init(_ name: String, value: String? = nil, source: String = "", note: String = "") {
    self.name = name
    self.value = value
    self.source = source
    self.note = note
  }

  /// A function has no value before it is called: what it does is said instead.
  init(_ name: TemplateName) {
    let isFunction = name.name.contains("(")
    self.init(
      name.name, value: name.value, source: isFunction ? "" : name.source, note: isFunction ? name.source : "")
  }
}
