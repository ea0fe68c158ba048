import ParleyEngine

/// A match and its groups, in bytes of the text.
struct Match {
  let whole: Range<Int>
  let groups: [Range<Int>?]
}

/// A text that is searched: its bytes, and the places of its scalars.
struct Subject {
  let text: String
  let bytes: [UInt8]
  private let isASCII: Bool

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
    isASCII = bytes.allSatisfy { $0 < 0x80 }
  }

  func string(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func scalars(_ range: Range<Int>) -> Int {
    isASCII ? range.count : bytes[range].count { $0 & 0xC0 != 0x80 }
  }

  /// Calls `body` with each match; with the first one only unless the search is global.
  func forEachMatch(
    _ expression: Expression, global: Bool, _ machine: Machine, _ body: (Match) throws(Interrupt) -> Void
  ) throws(Interrupt) {
    var start = 0
    repeat {
      try machine.tick()
      guard start <= bytes.count, let groups = try expression.match(bytes, from: start, isChecked: start > 0, machine),
        let whole = groups[0]
      else { return }
      try machine.spend(whole.upperBound - start)
      try body(Match(whole: whole, groups: Array(groups.dropFirst())))
      start = whole.isEmpty ? next(whole.upperBound) : whole.upperBound
    } while global && start <= bytes.count
  }

  /// Returns the start of the scalar behind the one at `index`.
  private func next(_ index: Int) -> Int {
    var next = index + 1
    while next < bytes.count, bytes[next] & 0xC0 == 0x80 { next += 1 }
    return next
  }
}

/// Counts scalars up to growing places without counting the same ones again.
struct ScalarCounter {
  private let subject: Subject
  private var (byte, scalars) = (0, 0)

  init(_ subject: Subject) {
    self.subject = subject
  }

  mutating func scalars(before place: Int) -> Int {
    if place < byte { return subject.scalars(0..<place) }
    scalars += subject.scalars(byte..<place)
    byte = place
    return scalars
  }
}

extension Expression {
  private static let matchShape = Shape(["offset", "length", "string", "captures"])
  private static let groupShape = Shape(["offset", "length", "string", "name"])

  /// Returns the output of `match`.
  func value(of match: Match, in subject: Subject, _ counter: inout ScalarCounter, _ machine: Machine)
    throws(Interrupt) -> Value
  {
    try machine.charge(256 * (match.groups.count + 1) + match.whole.count)
    let offset = counter.scalars(before: match.whole.lowerBound)
    var captures: [Value] = []
    for (index, group) in match.groups.enumerated() {
      let group = group ?? (match.whole.isEmpty ? match.whole : nil)
      captures.append(capture(group, names[index + 1], in: subject, &counter, machine))
    }
    let values = [
      machine.told(Value(offset)), machine.told(Value(subject.scalars(match.whole))),
      Value(subject.string(match.whole)), Value(captures),
    ]
    return Value(ObjectStorage(shape: Expression.matchShape, values: values))
  }

  private func capture(
    _ group: Range<Int>?, _ name: String?, in subject: Subject, _ counter: inout ScalarCounter, _ machine: Machine
  ) -> Value {
    let name = name.map { machine.told(Value($0)) } ?? .null
    let values: [Value]
    if let group {
      let start = machine.told(Value(counter.scalars(before: group.lowerBound)))
      values = [start, machine.told(Value(subject.scalars(group))), Value(subject.string(group)), name]
    } else {
      values = [machine.told(Value(-1)), machine.told(Value(0)), .null, name]
    }
    return Value(ObjectStorage(shape: Expression.groupShape, values: values))
  }

  /// The named groups of a match: what `capture` puts out, and `sub` hands over.
  func named(_ match: Match, in subject: Subject) -> Value {
    let result = ObjectStorage()
    for (index, group) in match.groups.enumerated() {
      guard let name = names[index + 1] else { continue }
      result.set(name, group.map { Value(subject.string($0)) } ?? .null)
    }
    return Value(result)
  }
}
