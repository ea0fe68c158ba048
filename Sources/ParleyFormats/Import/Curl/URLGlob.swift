internal import ParleyFiles

/// The transfers of a command: one for each URL, which stands for several with `{a,b}` and `[1-3]` in it, as the name of a
/// file to upload does. The first file goes to the first URL, and so on.
struct URLGlob {
  private(set) var transfers: [(url: String, upload: String?)] = []
  /// Whether there were more than are taken.
  private(set) var isCut = false
  private static let most = 1_000

  init(_ arguments: CurlArguments) {
    for (index, url) in arguments.urls.enumerated() {
      let upload = index < arguments.uploads.count ? arguments.uploads[index] : nil
      guard arguments.expandsURLs else {
        transfers.append((url, upload))
        continue
      }
      let urls = expanded(url)
      for upload in upload.map({ expanded($0).map(Optional.some) }) ?? [nil] {
        transfers += urls.map { ($0, upload) }
      }
    }
    isCut = isCut || transfers.count > Self.most
    transfers = Array(transfers.prefix(Self.most))
  }

  /// A pattern that curl would refuse stands for itself.
  private mutating func expanded(_ text: String) -> [String] {
    var pattern = URLPattern(text)
    guard let pieces = pattern.pieces() else { return [text] }
    var texts = [""]
    for piece in pieces.reversed() {
      if texts.count * piece.count > Self.most { isCut = true }
      let longest = max(1, Self.most / max(1, texts.count) + 1)
      texts = piece.prefix(longest).flatMap { choice in texts.map { choice + $0 } }
    }
    return Array(texts.prefix(Self.most))
  }
}

/// A URL as curl takes it apart: pieces, of each of which one is taken.
private struct URLPattern {
  private var rest: Substring
  private static let most = 1_001

  init(_ text: String) { rest = text[...] }

  /// Nil for what curl refuses.
  mutating func pieces() -> [[String]]? {
    var (pieces, literal) = ([[String]](), "")
    while let character = rest.popFirst() {
      switch character {
      case "\\" where rest.first.map({ "{}[]".contains($0) }) == true: literal.append(rest.removeFirst())
      case "{":
        guard let set = set() else { return nil }
        pieces += [[literal], set]
        literal = ""
      case "[":
        if let address = address() {
          literal += address
          continue
        }
        guard let range = range() else { return nil }
        pieces += [[literal], range]
        literal = ""
      case "}", "]": return nil
      default: literal.append(character)
      }
    }
    return pieces + [[literal]]
  }

  /// `{a,b}`
  private mutating func set() -> [String]? {
    var (choices, choice) = ([String](), "")
    while let character = rest.popFirst() {
      switch character {
      case "\\": if let next = rest.popFirst() { choice.append(next) }
      case ",":
        choices.append(choice)
        choice = ""
      case "}": return choices.isEmpty && choice.isEmpty ? nil : choices + [choice]
      case "{", "[", "]": return nil
      default: choice.append(character)
      }
    }
    return nil
  }

  /// An address of IPv6.
  private mutating func address() -> String? {
    guard let end = rest.firstIndex(of: "]") else { return nil }
    let inner = rest[..<end]
    let colons = inner.count { $0 == ":" }
    guard colons > 1, inner.allSatisfy({ $0.isHexDigit || ":.%".contains($0) }) else { return nil }
    rest = rest[rest.index(after: end)...]
    return "[\(inner)]"
  }

  /// `[1-3]`, `[001-100:5]`, `[a-z]`
  private mutating func range() -> [String]? {
    guard let end = rest.firstIndex(of: "]") else { return nil }
    let inner = rest[..<end]
    guard let values = Self.numbers(inner) ?? Self.letters(inner) else { return nil }
    rest = rest[rest.index(after: end)...]
    return values
  }

  private static func numbers(_ text: Substring) -> [String]? {
    guard let match = text.wholeMatch(of: /(\d{1,9})-(\d{1,9})(?::(\d{1,9}))?/), let low = Int(match.1),
      let high = Int(match.2), low <= high
    else { return nil }
    let step = match.3.map { Int($0) ?? 0 } ?? 1
    guard step > 0, step <= high - low || low == high else { return nil }
    let width = match.1.hasPrefix("0") ? match.1.count : 1
    return stride(from: low, through: high, by: step).prefix(most).map { number in
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
  }

  private static func letters(_ text: Substring) -> [String]? {
    guard let match = text.wholeMatch(of: /([a-zA-Z])-([a-zA-Z])(?::(\d{1,3}))?/), let low = match.1.first?.asciiValue,
      let high = match.2.first?.asciiValue, low <= high,
      match.1.first?.isUppercase == match.2.first?.isUppercase
    else { return nil }
    let step = match.3.map { Int($0) ?? 0 } ?? 1
    guard step > 0 else { return nil }
    return stride(from: Int(low), through: Int(high), by: step).map { String(UnicodeScalar(UInt8($0))) }
  }
}
