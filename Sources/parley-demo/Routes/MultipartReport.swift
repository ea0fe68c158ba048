import ParleyEngine

/// A report on a received multipart body, part by part.
struct MultipartReport {
  private var parts: [JSONValue] = []
  private var headers: [String: String] = [:]
  private var tally = Tally()

  mutating func add(_ event: MultipartReader.Event) {
    switch event {
    case .begin(let headers):
      self.headers = headers
      tally = Tally()
    case .data(let data):
      tally.add(data)
    case .end:
      parts.append(.object(JSONObject(members + tally.members)))
    }
  }

  var json: JSONValue { ["parts": .array(parts)] }

  private var members: [(String, JSONValue)] {
    let disposition = headers["content-disposition"] ?? ""
    return [
      ("name", JSONValue(MultipartReport.parameter("name", in: disposition))),
      ("filename", JSONValue(MultipartReport.parameter("filename", in: disposition))),
      ("type", JSONValue(headers["content-type"])),
    ]
  }

  /// The quoted value of `; name="…"` (RFC 7578, 4.2), with `\"` and `%22` as clients write them.
  private static func parameter(_ name: String, in disposition: String) -> String? {
    guard let start = disposition.range(after: "; \(name)=\"") else { return nil }
    var value = ""
    var isEscaped = false
    for character in disposition[start...] {
      if character == "\"", !isEscaped { return value.replacing("%22", with: "\"") }
      isEscaped = character == "\\" && !isEscaped
      if !isEscaped { value.append(character) }
    }
    return nil
  }
}

extension String {
  fileprivate func range(after text: String) -> Index? { firstRange(of: text)?.upperBound }
}
