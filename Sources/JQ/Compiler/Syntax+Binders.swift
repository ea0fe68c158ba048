extension Syntax {
  /// Whether it keeps anything in slots of its frame.
  var bindsVariables: Bool {
    switch kind {
    case .bind, .reduce, .foreach, .label, .define: true
    default: parts.contains(where: \.bindsVariables)
    }
  }
}
