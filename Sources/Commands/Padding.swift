extension String {
  /// The text with blanks behind it, or before it, up to so many characters.
  func padded(to width: Int, fromLeft: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - count))
    return fromLeft ? blanks + self : self + blanks
  }

  /// The text without the blanks at its end.
  var trimmingEnd: String {
    var text = self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
