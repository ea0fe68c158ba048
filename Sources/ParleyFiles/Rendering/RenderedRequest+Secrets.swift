internal import ParleyEngine

// Where the secrets were put that are too short to be looked for.
extension RenderedRequest {
  /// The same secrets, each short one with the fields that hold it.
  func placing(_ secrets: Secrets) -> Secrets {
    guard !secrets.short.isEmpty else { return secrets }
    var placed = secrets.placedNowhere
    placeURL(&placed)
    for row in headers { placed.put(row.value, in: .header(row.name)) }
    placeBody(&placed)
    for case .send(let text) in messages { placed.put(json: text) }
    placeAuthorization(&placed)
    return placed
  }

  private func placeURL(_ secrets: inout Secrets) {
    secrets.put(url: url)
    for row in path {
      secrets.put(row.value, in: .path)
      // As it is listed by its name.
      secrets.put(row.value, in: .parameter(row.name))
    }
    for row in query {
      for name in [row.name, "\(row.name)[]"] { secrets.put(row.value, in: .parameter(name)) }
      secrets.put(inText: row.value)
    }
  }

  private func placeBody(_ secrets: inout Secrets) {
    switch body {
    case .json(let text)?: secrets.put(json: text)
    case .text(let text)?: secrets.put(inText: text)
    case .form(let rows)?: for row in rows { secrets.put(row.value, in: .parameter(row.name)) }
    case .multipart(let parts)?: for part in parts { secrets.put(part) }
    case .graphql(let graphql)?:
      secrets.put(inText: graphql.query)
      if let variables = graphql.variables { secrets.put(json: variables) }
    case .file?, nil: break
    }
  }

  private func placeAuthorization(_ secrets: inout Secrets) {
    switch auth {
    case .bearer(let token): secrets.put(token.value, in: .header("Authorization"), before: "Bearer ")
    case .apiKey(let key):
      let name = key.name.value
      secrets.put(key.value.value, in: key.position?.value == .query ? .parameter(name) : .header(name))
    case .inherit, .anonymous, .request, .basic, .digest, .awsSigV4, .oauth2, .certificate, .command: break
    }
  }
}

extension Secrets {
  /// So much of the text around a secret tells where it stands.
  private static let context = (before: 24, after: 8)

  /// In a field that holds this text and nothing else.
  fileprivate mutating func put(_ text: RenderedText, in field: PlacedSecret.Field) {
    for fill in text.shortSecrets {
      put(text[fill], in: field, before: text.before(fill), after: text.after(fill))
    }
  }

  /// In a text that is shown as a whole, line by line, or as part of a longer one.
  fileprivate mutating func put(inText text: RenderedText) {
    for fill in text.shortSecrets {
      let (before, after) = (text.before(fill), text.after(fill))
      let (lead, rest) = (before.suffix { !$0.isNewline }, after.prefix { !$0.isNewline })
      put(text[fill], inTextBehind: lead, before: rest)
      if lead.isEmpty, rest.isEmpty { put(text[fill], inTextBehind: before[...], before: after[...]) }
    }
  }

  private mutating func put(_ value: String, inTextBehind before: Substring, before after: Substring) {
    put(
      value, in: .text, before: String(before.suffix(Self.context.before)),
      after: String(after.prefix(Self.context.after)))
  }

  fileprivate mutating func put(json text: RenderedText) {
    put(inText: text)
    for fill in text.shortSecrets {
      guard let member = JSONMember(around: fill.range, in: Array(text.text.utf8)) else { continue }
      put(text[fill], in: .member(member.name), before: member.before, after: member.after)
    }
  }

  /// As a part of a body, and as a parameter of curl's.
  fileprivate mutating func put(_ part: RenderedRequest.BodyPart) {
    guard case .text(let text) = part.content else { return }
    put(text, in: .parameter(part.name))
    put(inText: text)
    for fill in text.shortSecrets {
      put(text[fill], in: .text, before: "\r\n\r\n\(text.before(fill))", after: "\(text.after(fill))\r\n--")
    }
  }

  /// In a segment of its path, in its query, or else where it is.
  fileprivate mutating func put(url: RenderedText) {
    put(inText: url)
    for fill in url.shortSecrets {
      let (before, after) = (url.before(fill), url.after(fill))
      let isInQuery = before.contains("?")
      guard !before.contains("#"), isInQuery || before.contains("/") else { continue }
      let lead = before.suffix { !(isInQuery ? "?&" : "/").contains($0) }
      let rest = after.prefix { !(isInQuery ? "&#" : "/?#").contains($0) }
      if !isInQuery {
        if !before.hasSuffix("//\(lead)") { put(url[fill], in: .path, before: String(lead), after: String(rest)) }
      } else if let sign = lead.firstIndex(of: "=") {
        let value = lead[lead.index(after: sign)...]
        put(url[fill], in: .parameter(String(lead[..<sign])), before: String(value), after: String(rest))
      }
    }
  }
}

extension RenderedText {
  fileprivate var shortSecrets: [Fill] {
    fills.filter { $0.isSecret && !$0.range.isEmpty && $0.range.count < Self.longestWriting }
  }

  /// Of a short secret: a byte is at most `\u0041`.
  private static let longestWriting = 6 * Secrets.shortestSought

  fileprivate subscript(fill: Fill) -> String { text(fill.range) }
  fileprivate func before(_ fill: Fill) -> String { text(0..<fill.range.lowerBound) }
  fileprivate func after(_ fill: Fill) -> String { text(fill.range.upperBound..<text.utf8.count) }

  private func text(_ range: Range<Int>) -> String { String(decoding: Array(text.utf8)[range], as: UTF8.self) }
}

extension StringProtocol {
  /// The longest end of which all characters are so.
  fileprivate func suffix(_ isWanted: (Character) -> Bool) -> SubSequence {
    self[(lastIndex { !isWanted($0) }.map(index(after:)) ?? startIndex)...]
  }

  fileprivate func prefix(_ isWanted: (Character) -> Bool) -> SubSequence { prefix(while: isWanted) }
}

/// The member of a JSON object that a place in its text belongs to.
private struct JSONMember {
  let name: String
  /// The rest of its value, where that is a string.
  let before, after: String

  init?(around place: Range<Int>, in text: [UInt8]) {
    var (start, last, name) = (Int?.none, Range<Int>?.none, Range<Int>?.none)
    var index = 0
    while index < place.lowerBound {
      switch text[index] {
      case UInt8(ascii: "\\") where start != nil: index += 1
      case UInt8(ascii: "\""):
        last = start.map { $0..<index }
        start = start == nil ? index + 1 : nil
      case UInt8(ascii: ":") where start == nil: name = last
      default: break
      }
      index += 1
    }
    guard let name else { return nil }
    self.name = String(decoding: text[name], as: UTF8.self)
    before = start.map { String(decoding: text[$0..<place.lowerBound], as: UTF8.self) } ?? ""
    let rest = text[place.upperBound...]
    after = start == nil ? "" : String(decoding: rest.prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
  }
}
