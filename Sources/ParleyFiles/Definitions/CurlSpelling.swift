internal import ParleyEngine

/// An option of curl that sets an option of a transfer.
struct CurlSpelling: Sendable {
  enum Effect: Sendable {
    case flag(@Sendable (inout OptionsDefinition) -> Void)
    case value(@Sendable (inout OptionsDefinition, String) -> Void)
    /// A path, as a text of the format.
    /// - except: words that mean no file.
    case path(except: Set<String> = [], @Sendable (inout OptionsDefinition, Located<String>) -> Void)
  }

  let letter: Character?
  let name: String
  let effect: Effect

  init(_ letter: Character?, _ name: String, _ effect: Effect) {
    (self.letter, self.name, self.effect) = (letter, name, effect)
  }

  /// Outputs that nobody keeps.
  static let noFiles: Set<String> = ["-", "/dev/null", "NUL"]

  static let httpVersions: [CurlSpelling] = [
    CurlSpelling("0", "http1.0", .flag { $0.httpVersion = Located(.http1_0) }),
    CurlSpelling(nil, "http1.1", .flag { $0.httpVersion = Located(.http1_1) }),
    CurlSpelling(nil, "http2", .flag { $0.httpVersion = Located(.http2) }),
    CurlSpelling(nil, "http2-prior-knowledge", .flag { $0.httpVersion = Located(.http2AtOnce) }),
  ]
}

extension HTTPVersion {
  var curlOption: String? {
    switch self {
    case .http1_0: "--http1.0"
    case .http1_1: "--http1.1"
    case .http2: "--http2"
    default: nil
    }
  }
}

extension Located<Duration> {
  static func seconds(_ text: String) -> Self? { Double(text).flatMap(seconds) }

  package static func seconds(_ count: Double) -> Self? {
    count > 0 && count < 1e9 ? Located(.milliseconds(Int(count * 1000))) : nil
  }
}

extension Located<Int> {
  /// Bytes, or 1024 times as many for each letter's rank, as curl reads them: `2000000`, `20M`.
  static func size(_ text: String) -> Self? {
    let rank = ["k": 1, "m": 2, "g": 3, "t": 4][text.suffix(1).lowercased()] ?? 0
    guard let number = Int(rank == 0 ? text[...] : text.dropLast()), number >= 0, number < 1 << 20 || rank == 0 else {
      return nil
    }
    return Located(number << (10 * rank))
  }
}
