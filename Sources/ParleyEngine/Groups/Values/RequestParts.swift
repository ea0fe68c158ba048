/// The parts of a request that a person can change, as texts.
package struct RequestParts: Sendable, Hashable {
  package enum Body: Sendable, Hashable {
    case none
    case text(String)
    case form([Row])
  }

  package struct Row: Sendable, Hashable {
    package var name, value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  package var method, url: String
  package var headers: [Row]
  package var body: Body

  package init(method: String, url: String, headers: [Row], body: Body) {
    (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
  }
}

// In a recording.
extension RequestParts {
  package var json: JSONValue {
    let headers = headers.map { JSONValue.array([.string($0.name), .string($0.value)]) }
    var parts: JSONValue = ["method": .string(method), "url": .string(url), "headers": .array(headers)]
    switch body {
    case .none: break
    case .text(let text): parts["body"] = .string(text)
    case .form(let rows): parts["form"] = .array(rows.map { [.string($0.name), .string($0.value)] })
    }
    return parts
  }

  /// - Returns: nil for what is no request.
  package init?(_ json: JSONValue?) {
    guard let json, let method = json["method"]?.string, let url = json["url"]?.string else { return nil }
    let body: Body =
      json["form"].map { .form(Self.rows($0)) } ?? json["body"]?.string.map(Body.text) ?? .none
    self.init(method: method, url: url, headers: Self.rows(json["headers"]), body: body)
  }

  private static func rows(_ json: JSONValue?) -> [Row] {
    (json?.array ?? []).compactMap { pair in
      guard let pair = pair.array, pair.count == 2, let name = pair[0].string, let value = pair[1].string else {
        return nil
      }
      return Row(name, value)
    }
  }
}
