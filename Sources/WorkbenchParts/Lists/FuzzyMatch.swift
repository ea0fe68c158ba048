package import TerminalKit

/// Finds a few letters in a text, in their order but not side by side: `envp` in `Environment picker`.
package struct FuzzyMatch: Hashable, Sendable {
  /// How much of the text was typed, the best last.
  package enum Kind: Int, Hashable, Sendable, Comparable {
    /// Letters of it, in their order.
    case scattered
    /// The beginning of a word within it: `curl` in `Copy as curl`.
    case word
    /// Its beginning.
    case prefix
    /// All of it, but for small and large letters.
    case whole
    /// All of it, letter by letter.
    case exact

    package static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  package let kind: Kind
  /// Among matches of the same kind: the better, the higher.
  let score: Int
  /// The characters that matched, counted from 0.
  package let places: [Int]
  /// Whether the letters stand apart, and not at the starts of words: `save` in `Start the mock server`.
  package let isLoose: Bool

  /// Letters at the start of words and side by side count more, as does an early start. Blanks in the pattern are left
  /// out.
  ///
  /// - Returns: nil when a letter is missing.
  package init?(_ pattern: String, in text: String) {
    let wanted = pattern.lowercased().filter { $0 != " " }
    let characters = Array(text.lowercased())
    guard let places = Self.places(of: Array(wanted), in: characters) else { return nil }
    self.places = places
    kind = Self.kind(pattern, in: text, at: places, of: characters)
    isLoose = !wanted.isEmpty && !Self.isTidy(places, characters)
    score = Self.score(places, in: characters)
  }

  /// Whether the letters stand side by side.
  package var isContiguous: Bool {
    zip(places, places.dropFirst()).allSatisfy { $0 + 1 == $1 }
  }

  private static func kind(
    _ pattern: String, in text: String, at places: [Int], of characters: [Character]
  ) -> Kind {
    let (wanted, plain) = (pattern.filter { $0 != " " }, text.filter { $0 != " " })
    if wanted == plain { return .exact }
    let (small, smallPlain) = (wanted.lowercased(), plain.lowercased())
    if small == smallPlain { return .whole }
    if smallPlain.hasPrefix(small) { return .prefix }
    let isWhole = zip(places, places.dropFirst()).allSatisfy { $0 + 1 == $1 }
    return isWhole && places.first.map { isStart($0, characters) } == true ? .word : .scattered
  }

  /// Whether each of the letters starts a word, or follows the one before; or all of them stand side by side.
  private static func isTidy(_ places: [Int], _ text: [Character]) -> Bool {
    let follows = zip(places, places.dropFirst()).map { $0 + 1 == $1 }
    return follows.allSatisfy(\.self) || zip(places, [false] + follows).allSatisfy { $1 || isStart($0, text) }
  }

  /// The positions of the pattern as a whole; otherwise at the starts of words, if all of it is found there; otherwise
  /// anywhere.
  private static func places(of wanted: [Character], in text: [Character]) -> [Int]? {
    guard !wanted.isEmpty else { return [] }
    // First, since most texts have not even that.
    guard let anywhere = scattered(wanted, in: text, atStarts: false) else { return nil }
    return whole(wanted, in: text) ?? scattered(wanted, in: text, atStarts: true) ?? anywhere
  }

  private static func whole(_ wanted: [Character], in text: [Character]) -> [Int]? {
    guard wanted.count <= text.count else { return nil }
    let start = (0...(text.count - wanted.count)).first { text[$0..<($0 + wanted.count)] == wanted[...] }
    return start.map { Array($0..<($0 + wanted.count)) }
  }

  /// - Parameter atStarts: whether a letter must start a word, unless it follows the one before.
  private static func scattered(_ wanted: [Character], in text: [Character], atStarts: Bool) -> [Int]? {
    var places: [Int] = []
    for letter in wanted {
      let next = places.last.map { $0 + 1 } ?? 0
      let place = text.indices.dropFirst(next).first { place in
        text[place] == letter && (!atStarts || isStart(place, text) || (place == next && !places.isEmpty))
      }
      guard let place else { return nil }
      places.append(place)
    }
    return places
  }

  private static func score(_ places: [Int], in text: [Character]) -> Int {
    var score = -text.count / 8 - (places.first ?? 0) / 4
    for (index, place) in places.enumerated() {
      if isStart(place, text) { score += 8 }
      if index > 0, places[index - 1] == place - 1 { score += 10 }
    }
    return score
  }

  private static func isStart(_ place: Int, _ text: [Character]) -> Bool {
    place == 0 || !(text[place - 1].isLetter || text[place - 1].isNumber)
  }
}

extension FuzzyMatch: Comparable {
  package static func < (left: FuzzyMatch, right: FuzzyMatch) -> Bool {
    (left.kind, left.score) < (right.kind, right.score)
  }
}

extension Sequence {
  /// Those that match what was typed, the best first: an exact match, then those that begin with it, then the others.
  /// Equally good ones stay in their order, as all do while nothing is typed.
  ///
  /// - Parameter text: gives the text to search.
  package func ranked(by pattern: String, _ text: (Element) -> String) -> [(element: Element, match: FuzzyMatch)] {
    let found = compactMap { element in
      FuzzyMatch(pattern, in: text(element)).map { (element: element, match: $0) }
    }
    guard pattern.contains(where: { $0 != " " }) else { return found }
    return found.enumerated()
      .sorted { ($1.element.match, $0.offset) < ($0.element.match, $1.offset) }
      .map(\.element)
  }
}

extension StyledText {
  /// A text with the letters that were typed of it.
  /// - Parameter places: the characters that matched, counted from 0.
  package static func marking(_ places: [Int], in text: String, _ style: Style = .text) -> StyledText {
    let marked = Set(places)
    var result = StyledText()
    for (place, character) in text.enumerated() {
      result.append(String(character), marked.contains(place) ? Style(.accent, .bold) : style)
    }
    return result
  }
}
