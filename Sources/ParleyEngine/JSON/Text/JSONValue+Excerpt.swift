extension JSONValue {
  /// The value on one line, cut where that is longer than so many characters. No more of it is looked at than is shown.
  package func excerpt(_ longest: Int) -> (text: Substring, isWhole: Bool) {
    var room = longest
    let text = JSONPrinter.compact.string(of: beginning(&room))
    let start = text.prefix(longest)
    return (start, start.endIndex == text.endIndex)
  }

  /// As much of it as its first characters need, and a little more: each part takes one character at least.
  private func beginning(_ room: inout Int) -> JSONValue {
    guard room >= 0 else { return .null }
    room -= 1
    switch self {
    case .null, .bool, .number: return self
    case .string(let text):
      let start = text.prefix(room + 2)
      room -= start.count
      return .string(String(start))
    case .array(let elements):
      var start: [JSONValue] = []
      for element in elements {
        start.append(element.beginning(&room))
        if room < 0 { break }
      }
      return .array(start)
    case .object(let members):
      var start = JSONObject()
      for member in members {
        room -= member.key.prefix(max(0, room) + 1).count
        start[member.key] = member.value.beginning(&room)
        if room < 0 { break }
      }
      return .object(start)
    }
  }
}
