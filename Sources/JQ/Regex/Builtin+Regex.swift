import ParleyEngine

extension Builtin {
  /// `test`, `match`, `capture`, `scan`, `split`, `splits`, `sub` and `gsub`.
  static let regularExpressions: [(String, Builtin)] =
    search("test", asStream: false) { search, machine throws(Interrupt) in
      var isFound = false
      try search.forEach(machine, global: false) { _, _ throws(Interrupt) in isFound = true }
      return Value(isFound)
    }
    + search("match", asStream: true) { search, machine throws(Interrupt) in
      var matches: [Value] = []
      var counter = ScalarCounter(search.subject)
      try search.forEach(machine) { match, expression throws(Interrupt) in
        matches.append(try expression.value(of: match, in: search.subject, &counter, machine))
      }
      return Value(matches)
    }
    + search("capture", asStream: true) { search, machine throws(Interrupt) in
      var captures: [Value] = []
      try search.forEach(machine) { match, expression throws(Interrupt) in
        try machine.charge(256)
        captures.append(expression.named(match, in: search.subject))
      }
      return Value(captures)
    }
    + search("scan", asStream: true) { search, machine throws(Interrupt) in
      var found: [Value] = []
      let subject = search.subject
      try search.forEach(machine, global: true) { match, _ throws(Interrupt) in
        try machine.charge(128)
        let groups = match.groups.map { $0.map { Value(subject.string($0)) } ?? .null }
        found.append(groups.isEmpty ? Value(subject.string(match.whole)) : Value(groups))
      }
      return Value(found)
    }
    + search("splits", asStream: true) { search, machine throws(Interrupt) in try pieces(search, machine) }
    + [
      values("split", 2) { value, arguments, machine throws(Interrupt) in
        try pieces(try Search(value, arguments[0], arguments[1], machine), machine)
      },
      filters("sub", 2) { arguments, place in
        SubstituteNode(arguments[0], arguments[1], ConstantNode(Value(""), at: place), global: false, at: place)
      },
      filters("sub", 3) { arguments, place in
        SubstituteNode(arguments[0], arguments[1], arguments[2], global: false, at: place)
      },
      filters("gsub", 2) { arguments, place in
        SubstituteNode(arguments[0], arguments[1], ConstantNode(Value(""), at: place), global: true, at: place)
      },
      filters("gsub", 3) { arguments, place in
        SubstituteNode(arguments[0], arguments[1], arguments[2], global: true, at: place)
      },
    ]

  /// A function of an expression, and perhaps of flags. With one argument that may be an array of both.
  private static func search(
    _ name: String, asStream: Bool, _ body: @escaping @Sendable (Search, Machine) throws(Interrupt) -> Value
  ) -> [(String, Builtin)] {
    [1, 2].map { count in
      filters(name, count) { arguments, place in
        let node = ValuesFunctionNode(
          name, arguments,
          { value, arguments, machine throws(Interrupt) in
            try body(try Search(value, arguments, machine), machine)
          }, at: place)
        return asStream ? IterateNode(node, at: place) : node
      }
    }
  }

  private static func pieces(_ search: Search, _ machine: Machine) throws(Interrupt) -> Value {
    var pieces: [Value] = []
    var start = 0
    try search.forEach(machine, global: true) { match, _ throws(Interrupt) in
      try machine.charge(64 + match.whole.lowerBound - start)
      pieces.append(Value(search.subject.string(start..<match.whole.lowerBound)))
      start = match.whole.upperBound
    }
    pieces.append(Value(search.subject.string(start..<search.subject.bytes.count)))
    return Value(pieces)
  }
}

/// A text, an expression and its flags, checked.
struct Search {
  let subject: Subject
  private let expression: Expression
  private let flags: Expression.Flags

  init(_ value: Value, _ arguments: [Value], _ machine: Machine) throws(Interrupt) {
    if arguments.count == 1, let both = arguments[0].elements {
      guard let pattern = both.first else {
        throw .error("\(arguments[0].described) not a string or array", at: arguments[0])
      }
      try self.init(value, pattern, both.count > 1 ? both[1] : .null, machine)
    } else {
      if arguments.count == 1, arguments[0].string == nil {
        throw .error("\(arguments[0].described) not a string or array", at: arguments[0])
      }
      try self.init(value, arguments[0], arguments.count > 1 ? arguments[1] : .null, machine)
    }
  }

  init(_ value: Value, _ pattern: Value, _ flags: Value, _ machine: Machine) throws(Interrupt) {
    guard let text = value.string else {
      throw .error("\(value.described) cannot be matched, as it is not a string", at: value)
    }
    guard let pattern = pattern.string else {
      throw .error("\(pattern.described) cannot be matched, as it is not a string", at: pattern)
    }
    guard flags.kind == .null || flags.kind == .string else {
      throw .error("\(flags.described) is not a string", at: flags)
    }
    subject = Subject(text)
    (expression, self.flags) = try machine.expressions.expression(pattern, flags.string ?? "")
  }

  /// - Parameter global: nil for what the flags say.
  func forEach(
    _ machine: Machine, global: Bool? = nil, _ body: (Match, Expression) throws(Interrupt) -> Void
  ) throws(Interrupt) {
    try subject.forEachMatch(expression, global: global ?? flags.isGlobal, machine) { match throws(Interrupt) in
      try body(match, expression)
    }
  }
}

/// `sub` and `gsub`: every output of the replacement makes a text of its own.
final class SubstituteNode: Node {
  private let pattern: Node
  private let replacement: Node
  private let flags: Node
  private let isGlobal: Bool

  init(_ pattern: Node, _ replacement: Node, _ flags: Node, global: Bool, at place: Int) {
    (self.pattern, self.replacement, self.flags, isGlobal) = (pattern, replacement, flags, global)
    super.init(at: place, isSingle: false)
  }

  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    let (input, frame) = (input, frame)
    try pattern.each(input, frame, machine) { pattern throws(Interrupt) in
      try flags.each(input, frame, machine) { flags throws(Interrupt) in
        var inserted: [Value] = []
        for text in try substitute(input, pattern, flags, frame, machine, inserting: &inserted) {
          guard machine.isTracing else {
            try emit(text)
            continue
          }
          try emit(machine.traced(text, isGlobal ? "gsub" : "sub", [input] + inserted))
        }
      }
    }
    return nil
  }

  /// - Parameter inserted: gets the values inserted into the texts, if the evaluation is traced.
  private func substitute(
    _ input: Value, _ pattern: Value, _ flags: Value, _ frame: Frame, _ machine: Machine,
    inserting inserted: inout [Value]
  ) throws(Interrupt) -> [Value] {
    do throws(Interrupt) {
      let search = try Search(input, pattern, flags, machine)
      return try substitute(input, search, frame, machine, inserting: &inserted)
    } catch {
      throw error.at(place)
    }
  }

  private func substitute(
    _ input: Value, _ search: Search, _ frame: Frame, _ machine: Machine, inserting inserted: inout [Value]
  ) throws(Interrupt) -> [Value] {
    var texts: [String] = []
    var end = 0
    var hasMatch = false
    try search.forEach(machine, global: isGlobal ? true : nil) { match, expression throws(Interrupt) in
      hasMatch = true
      let gap = search.subject.string(end..<match.whole.lowerBound)
      let inserts = try replacement.all(expression.named(match, in: search.subject), frame, machine)
      if machine.isTracing { inserted += inserts }
      for (index, insert) in inserts.enumerated() {
        let text = try self.text(insert, behind: gap)
        try machine.admit(bytes: gap.utf8.count + text.utf8.count)
        if index < texts.count { texts[index] += gap + text } else { texts.append(gap + text) }
      }
      end = match.whole.upperBound
    }
    guard hasMatch, !texts.isEmpty else { return [input] }
    let rest = search.subject.string(end..<search.subject.bytes.count)
    return texts.map { Value($0 + rest) }
  }

  private func text(_ insert: Value, behind gap: String) throws(Interrupt) -> String {
    if let text = insert.string { return text }
    if insert.kind == .null { return "" }
    throw Arithmetic.pairError(Value(gap), insert, "cannot be added")
  }
}
