import ParleyEngine

/// The beginning of a value, which may be a large one: what is shown of it while one types costs the same, however much there is.
struct ValueExcerpt {
  /// Elements and members, at every depth together.
  let nodes: Int
  /// Of each text.
  let characters: Int

  func text(of value: JSONValue, as printer: JSONPrinter) -> String {
    var left = nodes
    return printer.string(of: cut(value, &left))
  }

  private func cut(_ value: JSONValue, _ left: inout Int) -> JSONValue {
    left -= 1
    if let string = value.string {
      // Counting the characters of a long text would go through all of it.
      let end = string.index(string.startIndex, offsetBy: characters, limitedBy: string.endIndex) ?? string.endIndex
      return end == string.endIndex ? value : .string("\(string[..<end])…")
    }
    if let array = value.array {
      var kept: [JSONValue] = []
      for element in array {
        guard left > 0 else { break }
        kept.append(cut(element, &left))
      }
      return .array(kept)
    }
    if let object = value.object {
      var kept: [(String, JSONValue)] = []
      for (key, inner) in object {
        guard left > 0 else { break }
        kept.append((key, cut(inner, &left)))
      }
      return .object(JSONObject(kept))
    }
    return value
  }
}
