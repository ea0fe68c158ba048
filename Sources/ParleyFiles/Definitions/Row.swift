internal import ParleyEngine

/// One line of headers, of the query or of a form: a name and a value, on or off.
///
/// Rows keep their order and the person's casing; a name may stand in several.
package struct Row: Sendable {
  package var name: String
  /// A text with templates.
  package var value: String
  /// Off is written `~name`: the row is kept and not sent.
  package var isOn: Bool
  /// The location of the value; `nil` if the row was made in memory.
  package var place: SourcePlace?

  package init(_ name: String, _ value: String, isOn: Bool = true, place: SourcePlace? = nil) {
    self.name = name
    self.value = value
    self.isOn = isOn
    self.place = place
  }
}

/// Two rows are equal when they say the same, wherever they stand.
extension Row: Hashable {
  package static func == (left: Row, right: Row) -> Bool {
    left.isOn == right.isOn && left.name.isIdentical(to: right.name) && left.value.isIdentical(to: right.value)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(value)
    hasher.combine(isOn)
  }
}

extension Row {
  /// Its value, with its place.
  package var located: Located<String> { Located(value, at: place) }

  /// A header that is switched off, and takes away what a program would send by itself.
  package var takesAway: Bool {
    !isOn && value.isEmpty && ["content-type", "accept", "user-agent"].contains(name.lowercased())
  }
}
