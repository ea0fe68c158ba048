package import JQ
internal import ParleyEngine

/// A filter in the language of jq, for picking, reshaping and asserting.
///
/// ```swift
/// let filter = try JQFilter(parsing: ".items | map(.price) | add")
/// let sums = try await session.jq.values(of: filter, on: JQInput(body))
/// ```
package struct JQFilter: Sendable {
  package let text: String
  let program: JQProgram

  /// - Throws: an error with the reason and the position if the text is not a filter.
  package init(parsing text: String) throws(JQCompileError) {
    self.text = text
    guard !text.allSatisfy(\.isWhitespace) else {
      throw JQCompileError("the filter is empty; write “.” for the input as it is", at: 0, in: Array(text.utf8))
    }
    program = try CompiledFilters.shared.program(of: text)
  }
}

extension JQFilter: Hashable {
  package static func == (first: Self, second: Self) -> Bool { first.text.isIdentical(to: second.text) }
  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension JQFilter: CustomStringConvertible {
  package var description: String { text }
}

/// A variable that filters see besides their input.
package enum JQVariable: String, CaseIterable, Sendable {
  case steps, shared, vars, response
}

// The kind of its result.
extension JQFilter {
  /// The words for what it gives where a condition is expected and its text alone tells that it is none: `a number`.
  package var givenInsteadOfCondition: String? {
    guard let kind = program.usage.givenKind, kind != .bool, kind != .null else { return nil }
    return kind.phrase
  }
}

// What it reads.
extension JQFilter {
  /// Whether what it gives depends on its input: false for `$steps.cart.total > 0`, in doubt true.
  package var readsInput: Bool { program.usage.readsInput }

  package func uses(_ variable: JQVariable) -> Bool { !members(of: variable).isEmpty }

  /// The steps it names, and where; not those of `$steps` as a whole.
  package var stepNames: [(name: String, range: Range<Int>)] {
    members(of: .steps).compactMap { member in member.name.map { ($0, member.range) } }
  }

  /// Names written one behind the other in what it reads of a step: `["cart", "total"]` of `$steps.cart.total`.
  package struct StepPath: Sendable {
    package let names: [String]
    /// The place of the step's name in the text.
    package let range: Range<Int>
  }

  package var stepPaths: [StepPath] {
    stepNames.map { StepPath(names: [$0.name] + names(behind: $0.range.upperBound), range: $0.range) }
  }

  /// Those that it reads in any case: nothing before them decides whether they are read.
  package var certainStepPaths: [StepPath] {
    let choices = Self.choices.compactMap { text.firstRange(of: $0)?.lowerBound }
    guard let first = choices.min() else { return stepPaths }
    let place = text.utf8.distance(from: text.startIndex, to: first)
    return stepPaths.filter { $0.range.lowerBound < place }
  }

  private static let choices = ["if ", " and ", " or ", "try ", "//"]
  /// In front of these, a name may be missing.
  private static let doubts = ["//", "==null", "!=null", "|not", "|has(", "|type"].map { Array($0.utf8) }

  /// The names in dots that follow a place of the text, as far as none may be missing: `?`, `//` and `== null` say that.
  private func names(behind place: Int) -> [String] {
    var (rest, names) = (Array(text.utf8)[place...], [String]())
    while rest.first == UInt8(ascii: "."), case let name = rest.dropFirst().prefix(while: \.isOfName), !name.isEmpty {
      rest = rest.dropFirst(1 + name.count)
      if rest.first == UInt8(ascii: "?") { break }
      names.append(String(decoding: name, as: UTF8.self))
    }
    let next = rest.lazy.filter { $0 != UInt8(ascii: " ") }.prefix(6)
    return Self.doubts.contains { next.starts(with: $0) } ? names.dropLast() : names
  }

  /// Whether it uses `$steps` in any other way than by names.
  package var readsAllSteps: Bool { members(of: .steps).contains { $0.name == nil } }

  /// The values it names as `$vars.NAME`, and where.
  package var variableNames: [(name: String, range: Range<Int>)] {
    members(of: .vars).compactMap { member in member.name.map { ($0, member.range) } }
  }

  /// The shared keys it names.
  package var sharedNames: [String] { sharedMembers.map(\.name) }

  /// The shared keys it names, and where.
  package var sharedMembers: [(name: String, range: Range<Int>)] {
    members(of: .shared).compactMap { member in member.name.map { ($0, member.range) } }
  }

  private func members(of variable: JQVariable) -> [JQUsage.Member] {
    program.usage.members.filter { $0.variable == variable.rawValue }
  }
}

extension UInt8 {
  /// Whether it is part of a name that a filter writes behind a dot.
  fileprivate var isOfName: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
