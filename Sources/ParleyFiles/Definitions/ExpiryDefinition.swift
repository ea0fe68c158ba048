package import ParleyEngine
import ParleyModel
internal import ParleyText

/// The expiry of a shared key's value: under a rule for keys, or in a request that captures one.
package struct ExpiryDefinition: Sendable, Equatable {
  /// So long after it was written.
  package var ttl: Located<Duration>?
  /// The source of the expiry, if the value or the response states it.
  package var expires: Located<Source>?

  /// The place that states when a value expires.
  package enum Source: Sendable, Hashable {
    /// In the value, a JSON Web Token.
    case jwt
    /// In the response that the value is captured from.
    case response(ValuePath)
  }

  package init(ttl: Located<Duration>? = nil, expires: Located<Source>? = nil) {
    self.ttl = ttl
    self.expires = expires
  }

  /// As the engine takes it; nil for what never expires.
  package var forEngine: SharedExpiry? {
    switch expires?.value {
    case .jwt?: .jwt
    case .response(let path)?: .response(path)
    case nil: ttl.map { .after($0.value) }
    }
  }

  /// As the engine says it.
  package init(_ expiry: SharedExpiry?) {
    switch expiry {
    case .after(let ttl)?: self.init(ttl: Located(ttl))
    case .jwt?: self.init(expires: Located(.jwt))
    case .response(let path)?: self.init(expires: Located(.response(path)))
    case nil: self.init()
    }
  }

  /// As it is written behind the path of a captured value: `ttl 30m`, `expires jwt`; empty for nothing.
  package var words: String {
    if let expires { return "expires \(expires.value.text)" }
    return ttl.map { "ttl \(DurationText.text(of: $0.value))" } ?? ""
  }

  /// Reads ``words``; nil for what says no expiry.
  package init?(words: String) {
    let parts = words.split(separator: " ", omittingEmptySubsequences: true)
    guard parts.count == 2 else { return nil }
    switch parts[0] {
    case "ttl":
      guard let ttl = DurationText.parse(String(parts[1])), ttl > .zero else { return nil }
      self.init(ttl: Located(ttl))
    case "expires":
      guard let source = Source(String(parts[1])) else { return nil }
      self.init(expires: Located(source))
    default: return nil
    }
  }
}

extension ExpiryDefinition.Source {
  static let jwtWord = "jwt"
  static let expected = "jwt, or a path in the response such as .expires_in"

  init?(_ text: String) {
    if text == Self.jwtWord {
      self = .jwt
    } else if text.hasPrefix("."), let path = try? ValuePath(parsing: text) {
      self = .response(path)
    } else {
      return nil
    }
  }

  package var text: String {
    switch self {
    case .jwt: Self.jwtWord
    case .response(let path): path.description
    }
  }

  static let reader = Reader<Self>.scalar(
    expected, .text(pattern: "^(jwt$|[.])"), text: \.text, parse: { Self($0) })
}

extension Reader where Value == Duration {
  /// Of something that ends.
  static var lifetime: Reader {
    .scalar(
      "a duration such as 30s, 30m or 12h", Reader.duration.schema,
      hint: "a duration needs a unit: ms, s, m or h, and is longer than 0s", text: DurationText.text
    ) { text in DurationText.parse(text).flatMap { $0 > .zero ? $0 : nil } }
  }
}

/// A definition that can set an expiry.
protocol ExpiringDefinition {
  var expiry: ExpiryDefinition { get set }
}

extension Form where Value: ExpiringDefinition {
  /// The keys that say when a value expires.
  static var expiryKeys: [Key] {
    [
      .init("ttl", \.expiry.ttl, .lifetime, "How long a value holds after it was written.", default: .words("forever")),
      .init(
        "expires", \.expiry.expires, ExpiryDefinition.Source.reader,
        "When a captured value expires: `jwt` (its claim `exp`), or a path in the response, relative to `response.root`, with seconds or a time. Instead of `ttl`.",
        default: .words("never")),
    ]
  }
}

extension Decoding {
  /// Two sayings of one thing.
  mutating func checkExpiry(_ expiry: ExpiryDefinition, of what: String) {
    guard let place = expiry.expires?.place, expiry.ttl != nil else { return }
    note(Diagnostic(.conflict, at: place, "\(what) already has “ttl”; expected one of ttl or expires"))
  }
}
