package import ParleyEngine

/// A filter of shared data: parts of names, and fields with a value, all of which must hold.
///
///     token                   the name holds this; page.*.title: both parts
///     type:json               json, text or bytes; jwt: a JSON Web Token is in it, also behind `Bearer ` and inside JSON
///     by:user/login           who wrote it last
///     cipher:main             encrypted with this cipher; encrypted:none, as the column is called, with none
///     since:1h until:2d       written not longer ago, or longer ago: s, m, h, d, w
///     expires<1h expires>2d   expires sooner, or later; expires:never, expires:past
///     bytes>1000              a number: = : != < <= > >=
///     value:ada               the value holds it; what is sealed, once it is unlocked
///     -type:text              not
///     "cart:7"                the name holds this, though it looks like a field
package struct SharedFilter: Hashable, Sendable {
  /// A term that only the value itself can satisfy.
  package struct ValueTerm: Hashable, Sendable {
    enum Look: Hashable, Sendable {
      case holds(String)
      case isToken
    }

    let look: Look
    let isNegated: Bool
  }

  private enum Fact: Hashable, Sendable {
    case plain(SharedCondition.Fact)
    case since(Duration)
    case until(Duration)
    /// Counted from now on; nil for no limit.
    case expires(after: Duration?, before: Duration?)
  }

  private struct Term: Hashable, Sendable {
    let fact: Fact
    let isNegated: Bool
  }

  private var terms: [Term] = []
  /// For these the values have to be read.
  package private(set) var values: [ValueTerm] = []
  /// The words that could not be understood, a sentence each. They filter nothing.
  package private(set) var problems: [String] = []

  package init(_ text: String) {
    for word in FilterWord.all(of: text) { add(word) }
  }

  /// The types that `type:` knows.
  package static let types = SharedValue.Kind.allCases.map(\.rawValue) + ["jwt"]

  package var isEmpty: Bool { terms.isEmpty && values.isEmpty }

  /// Returns the conditions that the storage can check by itself.
  /// - Parameter now: from which ages are counted.
  package func conditions(at now: Timestamp) -> [SharedCondition] {
    terms.map { term in
      let fact: SharedCondition.Fact =
        switch term.fact {
        case .plain(let fact): fact
        case .since(let age): .since(now.advanced(by: .zero - age))
        case .until(let age): .until(now.advanced(by: .zero - age))
        case .expires(let after, let before):
          .expires(
            (after.map { now.advanced(by: $0) } ?? Timestamp(microseconds: 0))...(before.map { now.advanced(by: $0) }
              ?? Timestamp(microseconds: .max)))
        }
      return SharedCondition(fact, isNegated: term.isNegated)
    }
  }

  /// Whether a value is looked for.
  package func accepts(_ value: SharedValue) -> Bool {
    let text = value.text?.lowercased()
    return values.allSatisfy { term in
      let holds =
        switch term.look {
        case .holds(let part): text?.holds(part) == true
        case .isToken: FoundToken.isIn(value)
        }
      return holds != term.isNegated
    }
  }
}

// Reading words.
extension SharedFilter {
  private mutating func add(_ word: FilterWord) {
    let (text, isNegated) = (word.text, word.isNegated)
    let name = text.prefix { $0.isASCII && $0.isLetter }
    let rest = text.dropFirst(name.count)
    guard !name.isEmpty, !word.isText, let (comparison, value) = LogFilterTerm.takeComparison(rest) else {
      return addName(text, isNegated)
    }
    if let problem = FilterVocabulary.shared.problem(name, rest) { return problems.append(problem.sentence) }
    switch name.lowercased() {
    case "value": add(.holds(value.lowercased()), isNegated, when: comparison == .equal, else: text)
    case "type": addType(String(value), isNegated)
    case "by", "writer": add(.plain(.writer(String(value))), isNegated)
    case "cipher", "encrypted": add(.plain(.cipher(value == "none" ? nil : String(value))), isNegated)
    case "since": addAge(.since, value, isNegated)
    case "until": addAge(.until, value, isNegated)
    case "expires": addExpiry(comparison, value, isNegated)
    case "bytes": addSize(comparison, value, isNegated)
    default: addName(text, isNegated)
    }
  }

  /// A star stands for anything, as it does in patterns of keys: what stands around it is looked for.
  private mutating func addName(_ text: String, _ isNegated: Bool) {
    let parts = text.split(separator: "*").map(String.init)
    guard parts.count > 1, !isNegated else { return add(.plain(.name(parts.joined())), isNegated) }
    for part in parts { add(.plain(.name(part)), false) }
  }

  private mutating func add(_ fact: Fact, _ isNegated: Bool) {
    terms.append(Term(fact: fact, isNegated: isNegated))
  }

  private mutating func add(_ look: ValueTerm.Look, _ isNegated: Bool, when isField: Bool, else text: String) {
    guard isField else { return add(.plain(.name(text)), isNegated) }
    values.append(ValueTerm(look: look, isNegated: isNegated))
  }

  private mutating func addType(_ text: String, _ isNegated: Bool) {
    if text == "jwt" {
      values.append(ValueTerm(look: .isToken, isNegated: isNegated))
    } else if let kind = SharedValue.Kind(rawValue: text) {
      add(.plain(.kind(kind)), isNegated)
    } else {
      let found = text.isEmpty ? "nothing" : "“\(text)”"
      problems.append("“type” wants json, text, bytes or jwt, found \(found).")
    }
  }

  private mutating func addAge(_ field: LogFilterTerm.AgeField, _ text: Substring, _ isNegated: Bool) {
    guard let age = LogFilterTerm.age(text) else {
      problems.append(LogFilterTerm.notAnAge(field, text).sentence)
      return
    }
    add(field == .since ? .since(age) : .until(age), isNegated)
  }

  private mutating func addExpiry(_ comparison: LogFilterTerm.Comparison, _ text: Substring, _ isNegated: Bool) {
    if comparison == .equal, text == "never" { return add(.plain(.expires(nil)), isNegated) }
    if comparison == .equal, text == "past" { return add(.expires(after: nil, before: .zero), isNegated) }
    guard let time = LogFilterTerm.age(text), comparison != .unequal else {
      let found = text.isEmpty ? "nothing" : "“\(text)”"
      problems.append(
        "“expires” wants an age, as in expires<1h or expires>2d, or expires:never or expires:past, found \(found).")
      return
    }
    switch comparison {
    case .more, .atLeast: add(.expires(after: time, before: nil), isNegated)
    case .less, .atMost, .equal, .unequal: add(.expires(after: nil, before: time), isNegated)
    }
  }

  private mutating func addSize(_ comparison: LogFilterTerm.Comparison, _ text: Substring, _ isNegated: Bool) {
    guard let number = LogFilterTerm.range(text, of: .bytes)?.lowerBound, number >= 0, number < .max else {
      problems.append(LogFilterTerm.notANumber(.bytes, text).sentence)
      return
    }
    let range: ClosedRange<Int> =
      switch comparison {
      case .equal, .unequal: number...number
      case .less: number == 0 ? -1...(-1) : 0...number - 1
      case .atMost: 0...number
      case .more: number + 1...Int.max
      case .atLeast: number...Int.max
      }
    add(.plain(.size(range)), isNegated != (comparison == .unequal))
  }
}
