package import ParleyEngine

/// A filter that only picks: `.items[0].id`, `."odd key"`, `$steps.cart.total`, `.items[]?`.
///
/// It means what it means to jq: what is not there is null, and a name in something that is no object is an error, which
/// `?` leaves out. Unlike in jq, numbers keep their digits.
package struct JQPath: Sendable, Hashable {
  enum Step: Sendable, Hashable {
    case pick(ValuePath.Segment)
    /// `[]`: each element of a list, each value of an object.
    case each
  }

  struct OptionalStep: Sendable, Hashable {
    let step: Step
    /// Written with `?`: what it cannot be used on gives nothing.
    var isOptional = false
  }

  /// Where it starts; nil is the input.
  let variable: JQVariable?
  let steps: [OptionalStep]

  /// Whether it gives exactly one value for any input.
  package var isSingle: Bool { steps.allSatisfy { $0.step != .each && !$0.isOptional } }

  /// The same as a path that leads to one value of the input; nil for one that starts at a variable or gives several.
  package var asValuePath: ValuePath? {
    guard variable == nil, isSingle else { return nil }
    return ValuePath(
      steps.compactMap { if case .pick(let segment) = $0.step { segment } else { nil } })
  }
}

// Reading.
extension JQPath {
  /// Nil for a filter that does more.
  init?(_ tokens: [JQToken]) {
    var reader = JQPathReader(tokens)
    guard let path = reader.read() else { return nil }
    self = path
  }
}

private struct JQPathReader {
  private let tokens: [JQToken]
  private var index = 0
  private var steps: [JQPath.OptionalStep] = []

  init(_ tokens: [JQToken]) {
    self.tokens = tokens
  }

  mutating func read() -> JQPath? {
    let variable = tokens.variable(at: 0)
    if let variable {
      guard JQVariable(rawValue: variable) != nil else { return nil }
      index = 2
    } else if !readStart() {
      return nil
    }
    while index < tokens.count {
      guard readStep() else { return nil }
    }
    return JQPath(variable: variable.flatMap(JQVariable.init), steps: steps)
  }

  /// `.`, `.name`, `."name"`, `.[0]`
  private mutating func readStart() -> Bool {
    if tokens[0].kind == .field { return true }
    guard take(".") else { return false }
    if index < tokens.count, tokens[index].kind == .string { return readKey() }
    return true
  }

  private mutating func readStep() -> Bool {
    let token = tokens[index]
    if token.kind == .field {
      index += 1
      append(.pick(.key(String(token.text.dropFirst()))))
      return true
    }
    if take("[") { return readBrackets() }
    if take("."), index < tokens.count, tokens[index].kind == .string { return readKey() }
    return false
  }

  private mutating func readBrackets() -> Bool {
    if take("]") {
      append(.each)
      return true
    }
    guard index < tokens.count else { return false }
    if tokens[index].kind == .string {
      guard let key = string(tokens[index]) else { return false }
      index += 1
      guard take("]") else { return false }
      append(.pick(.key(key)))
      return true
    }
    let sign = take("-") ? -1 : 1
    guard index < tokens.count, let number = Int(tokens[index].text) else { return false }
    index += 1
    guard take("]") else { return false }
    append(.pick(.index(sign * number)))
    return true
  }

  private mutating func readKey() -> Bool {
    guard let key = string(tokens[index]) else { return false }
    index += 1
    append(.pick(.key(key)))
    return true
  }

  /// Nil for one in which something is interpolated.
  private func string(_ token: JQToken) -> String? {
    guard case .string(let text)? = try? JSONValue(parsing: Array(token.text.utf8)) else { return nil }
    return text
  }

  private mutating func append(_ step: JQPath.Step) {
    var isOptional = false
    while take("?") { isOptional = true }
    steps.append(.init(step: step, isOptional: isOptional))
  }

  private mutating func take(_ text: String) -> Bool {
    guard tokens.has(text, at: index), tokens[index].kind == .sign else { return false }
    index += 1
    return true
  }
}
