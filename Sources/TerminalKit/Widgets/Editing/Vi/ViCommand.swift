/// A command of vi's normal or visual mode, read from the characters that are typed.
struct ViCommand: Hashable {
  enum Operator: Character, Hashable {
    case delete = "d"
    case change = "c"
    case yank = "y"
    case indent = ">"
    case outdent = "<"
    case lower = "u"
    case upper = "U"
  }

  enum Target: Hashable {
    case motion(ViMotion)
    case object(ViObject)
    /// The same letter twice: whole lines.
    case lines
    /// The selection.
    case selection
  }

  enum Entry: Character, Hashable {
    case here = "i"
    case behind = "a"
    case lineStart = "I"
    case lineEnd = "A"
    case below = "o"
    case above = "O"
  }

  enum Verb: Hashable {
    case move(ViMotion)
    case operate(Operator, Target)
    case enter(Entry)
    case put(before: Bool)
    case replace(Character)
    case join
    case turnCase
    case undo
    case again
    case select(lines: Bool)
    /// The other end of what is selected.
    case otherEnd
    case selectObject(ViObject)
    case search(isBackward: Bool)
  }

  enum Reading: Hashable {
    case incomplete, unknown
    case command(ViCommand)
  }

  var count: Int?
  let verb: Verb

  init(_ count: Int? = nil, verb: Verb) {
    (self.count, self.verb) = (count, verb)
  }

  static func read(_ typed: [Character], isVisual: Bool) -> Reading {
    var rest = typed[...]
    let count = takeCount(&rest)
    guard let first = rest.first else { return .incomplete }
    if isVisual, let reading = readVisual(first, rest.dropFirst(), count) { return reading }
    if let simple = simple(first, isVisual: isVisual) { return .command(ViCommand(count, verb: simple)) }
    if first == "r" {
      return rest.count < 2 ? .incomplete : .command(ViCommand(count, verb: .replace(rest.last ?? " ")))
    }
    if !isVisual, let verb = Operator(rawValue: first), first != "u", first != "U" {
      return readTarget(of: verb, first, rest.dropFirst(), count)
    }
    return readMotion(rest) { ViCommand(count, verb: .move($0)) }
  }

  private static func takeCount(_ rest: inout ArraySlice<Character>) -> Int? {
    guard let first = rest.first, first != "0" else { return nil }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    rest = rest.dropFirst(digits.count)
    // More than any text has lines.
    return digits.isEmpty ? nil : min(Int(String(digits)) ?? 99_999, 99_999)
  }

  private static func readTarget(
    of verb: Operator, _ letter: Character, _ rest: ArraySlice<Character>, _ count: Int?
  ) -> Reading {
    var rest = rest
    let inner = takeCount(&rest)
    let times = count == nil && inner == nil ? nil : (count ?? 1) * (inner ?? 1)
    guard let next = rest.first else { return .incomplete }
    if next == letter { return .command(ViCommand(times, verb: .operate(verb, .lines))) }
    if next == "i" || next == "a" {
      guard rest.count > 1 else { return .incomplete }
      return ViObject(rest).map { .command(ViCommand(times, verb: .operate(verb, .object($0)))) } ?? .unknown
    }
    return readMotion(rest) { ViCommand(times, verb: .operate(verb, .motion($0))) }
  }

  private static func readMotion(_ rest: ArraySlice<Character>, _ make: (ViMotion) -> ViCommand) -> Reading {
    switch ViMotion.read(rest) {
    case .incomplete: .incomplete
    case .unknown: .unknown
    case .motion(let motion): .command(make(motion))
    }
  }

  private static func readVisual(_ first: Character, _ rest: ArraySlice<Character>, _ count: Int?) -> Reading? {
    switch first {
    case "o": return .command(ViCommand(count, verb: .otherEnd))
    case "x", "X", "D": return .command(ViCommand(count, verb: .operate(.delete, .selection)))
    case "s", "S", "C", "R": return .command(ViCommand(count, verb: .operate(.change, .selection)))
    case "Y": return .command(ViCommand(count, verb: .operate(.yank, .selection)))
    case "i", "a":
      guard !rest.isEmpty else { return .incomplete }
      return ViObject([first] + rest).map { .command(ViCommand(count, verb: .selectObject($0))) } ?? .unknown
    default: return Operator(rawValue: first).map { .command(ViCommand(count, verb: .operate($0, .selection))) }
    }
  }

  private static func simple(_ first: Character, isVisual: Bool) -> Verb? {
    if let entry = Entry(rawValue: first) { return isVisual ? nil : .enter(entry) }
    switch first {
    case "p": return .put(before: false)
    case "P": return .put(before: true)
    case "x": return .operate(.delete, .motion(.right))
    case "X": return .operate(.delete, .motion(.left))
    case "s": return .operate(.change, .motion(.right))
    case "S": return .operate(.change, .lines)
    case "D": return .operate(.delete, .motion(.lineEnd))
    case "C": return .operate(.change, .motion(.lineEnd))
    case "Y": return .operate(.yank, .lines)
    case "J": return .join
    case "~": return .turnCase
    case "u": return .undo
    case ".": return .again
    case "v": return .select(lines: false)
    case "V": return .select(lines: true)
    case "/": return .search(isBackward: false)
    case "?": return .search(isBackward: true)
    default: return nil
    }
  }
}

/// A word, or what stands between quotes or brackets; with them, or with the blanks behind a word, where it is `a`.
struct ViObject: Hashable {
  enum Kind: Hashable {
    case word
    case quotes(Character)
    case brackets(Character, Character)
  }

  let kind: Kind
  let isAround: Bool

  init?(_ typed: some Collection<Character>) {
    guard let sort = typed.first, let letter = typed.dropFirst().first else { return nil }
    isAround = sort == "a"
    switch letter {
    case "w": kind = .word
    case "\"", "'", "`": kind = .quotes(letter)
    case "(", ")", "b": kind = .brackets("(", ")")
    case "{", "}", "B": kind = .brackets("{", "}")
    case "[", "]": kind = .brackets("[", "]")
    default: return nil
    }
  }
}
