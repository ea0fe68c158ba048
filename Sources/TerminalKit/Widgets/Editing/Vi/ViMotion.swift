/// A motion of vi.
enum ViMotion: Hashable {
  /// A character on the line: onto it, or up to it.
  struct Find: Hashable, Sendable {
    var character: Character
    var isBackward: Bool
    var stopsBefore: Bool
  }

  case left, right, up, down
  /// To the beginning of words; large ones end at blanks only.
  case word(isLarge: Bool)
  case back(isLarge: Bool)
  case end(isLarge: Bool)
  case lineStart, firstCharacter, lineEnd
  /// Lines down, to the first character.
  case below, above
  case first, last
  case paragraph(isBackward: Bool)
  case bracket
  case find(Find)
  case findAgain(isReversed: Bool)
  /// The next match of the last search.
  case next(isReversed: Bool)
  case sameWord

  enum Reading: Hashable {
    case incomplete, unknown
    case motion(ViMotion)
  }

  static func read(_ typed: ArraySlice<Character>) -> Reading {
    guard let first = typed.first else { return .incomplete }
    if let motion = simple[first] { return .motion(motion) }
    guard "gfFtT".contains(first) else { return .unknown }
    guard typed.count > 1, let next = typed.dropFirst().first else { return .incomplete }
    if first == "g" { return next == "g" ? .motion(.first) : .unknown }
    let isBackward = first == "F" || first == "T"
    return .motion(.find(Find(character: next, isBackward: isBackward, stopsBefore: first == "t" || first == "T")))
  }

  private static let simple: [Character: ViMotion] = [
    "h": .left, "l": .right, " ": .right, "k": .up, "j": .down, "w": .word(isLarge: false), "W": .word(isLarge: true),
    "b": .back(isLarge: false), "B": .back(isLarge: true), "e": .end(isLarge: false), "E": .end(isLarge: true),
    "0": .lineStart, "^": .firstCharacter, "$": .lineEnd, "+": .below, "-": .above, "G": .last,
    "{": .paragraph(isBackward: true), "}": .paragraph(isBackward: false), "%": .bracket,
    ";": .findAgain(isReversed: false), ",": .findAgain(isReversed: true), "n": .next(isReversed: false),
    "N": .next(isReversed: true), "*": .sameWord,
  ]

  /// The extent of an operator relative to the motion's destination.
  enum Reach: Hashable {
    /// Up to it, or including it.
    case exclusive, inclusive
    /// Whole lines.
    case lines
  }

  var reach: Reach {
    switch self {
    case .up, .down, .below, .above, .first, .last: .lines
    case .end, .lineEnd, .bracket: .inclusive
    case .find(let find): find.isBackward ? .exclusive : .inclusive
    case .findAgain: .inclusive
    default: .exclusive
    }
  }
}
