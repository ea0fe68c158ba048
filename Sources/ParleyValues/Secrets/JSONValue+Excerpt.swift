extension JSONValue {
  /// The value on one line, cut where that is longer than so many characters. What is secret is masked before, since half a secret is
  /// found by nobody. Not much more of the value is looked at than is shown.
  /// - Parameter secrets: those that are looked for.
  package func excerpt(_ longest: Int, hiding secrets: Secrets) -> (text: Substring, isWhole: Bool) {
    var room = longest + secrets.roomForWhole
    let text = secrets.maskingForeign(JSONPrinter.compact.string(of: beginning(&room)))
    let start = text.prefix(longest)
    return (start, room >= 0 && start.endIndex == text.endIndex)
  }

  /// The same, with the sign of a cut behind what was cut.
  package func shortText(_ longest: Int, hiding secrets: Secrets) -> String {
    let (text, isWhole) = excerpt(longest, hiding: secrets)
    return isWhole ? String(text) : text + "…"
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
      // A secret that is cut here is found by the sign of the cut.
      return .string(start.endIndex == text.endIndex ? text : start + "…")
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

extension StringProtocol {
  /// The text, cut where it is longer than so many characters, with the sign of a cut. What is secret is masked before.
  package func shortText(_ longest: Int, hiding secrets: Secrets) -> String {
    let known = prefix(longest + secrets.roomForWhole)
    let isKnown = known.endIndex == endIndex
    let text = secrets.maskingForeign(isKnown ? String(self) : known + "…")
    let start = text.prefix(longest)
    return isKnown && start.endIndex == text.endIndex ? text : start + "…"
  }
}

extension Secrets {
  /// In characters: a secret that begins before a cut ends so far behind it at the latest, however it is written.
  fileprivate var roomForWhole: Int { isEmpty ? 0 : min(12 * longest, 1 << 16) }
}
