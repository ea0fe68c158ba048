/// A name in a request or a response, taken apart: `cartId`, `cart_id` and `X-Cart-ID` have the same words.
struct LinkName {
  /// In lower case and in the singular.
  let words: [String]

  init(_ name: String) {
    var words: [String] = []
    var word = ""
    var wasLower = false
    for character in name {
      let isPart = character.isLetter || character.isNumber
      if !isPart || (character.isUppercase && wasLower) {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if isPart { word += character.lowercased() }
      wasLower = character.isLowercase || character.isNumber
    }
    if !word.isEmpty { words.append(word) }
    if words.count > 1, words.first == "x" { words.removeFirst() }
    self.words = words.map(\.singular)
  }

  /// Words that say that something is named, and not what.
  static let generic: Set<String> = [
    "id", "uuid", "guid", "key", "code", "number", "no", "ref", "reference", "slug", "name", "value", "handle",
  ]

  static let credentials: Set<String> = ["token", "jwt", "session", "sid", "apikey", "credential", "ticket", "bearer"]

  var isGeneric: Bool { words.count == 1 && Self.generic.contains(words[0]) }
}

/// How well the name of a value in a response fits the one in a request.
enum LinkFit: Int, Comparable {
  case none
  /// Both say the same.
  case name
  /// Both mean the id of the same thing, such as `.result.id` of `POST /cart` and the variable of `/cart/:id`.
  case resource

  static func < (left: LinkFit, right: LinkFit) -> Bool { left.rawValue < right.rawValue }

  /// - Parameters:
  ///   - source: the key of the value, and the words around it.
  ///   - target: the name it was carried by, and the words around that.
  init(source: LinkName, among given: Set<String>, target: LinkName, among carried: Set<String>) {
    self = Self.fit(source, given, target, carried)
  }

  private static func fit(
    _ source: LinkName, _ given: Set<String>, _ target: LinkName, _ carried: Set<String>
  ) -> LinkFit {
    let (key, name) = (source.words, target.words)
    guard let last = key.last, !name.isEmpty else { return .none }
    // RFC 9110 §13.1: these are about nothing else.
    if key == ["etag"] { return [["if", "match"], ["if", "none", "match"]].contains(name) ? .resource : .none }
    if key == name {
      if !source.isGeneric { return .name }
      return given.isDisjoint(with: carried) ? .none : .resource
    }
    if name == ["authorization"] { return LinkName.credentials.isDisjoint(with: key) ? .none : .name }
    if source.isGeneric { return fits(name.last == last ? Array(name.dropLast()) : name, in: given) }
    guard key.count > 1, LinkName.generic.contains(last) else { return .none }
    let thing = Array(key.dropLast())
    if thing == name { return .resource }
    return name == [last] ? fits(thing, in: carried) : .none
  }

  private static func fits(_ words: [String], in others: Set<String>) -> LinkFit {
    !words.isEmpty && words.allSatisfy(others.contains) ? .resource : .none
  }
}

extension String {
  fileprivate var singular: String {
    if hasSuffix("ies"), count > 4 { return String(dropLast(3)) + "y" }
    return hasSuffix("s") && !hasSuffix("ss") && count > 3 ? String(dropLast()) : self
  }
}
