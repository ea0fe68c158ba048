import ParleyEngine
import ParleyFiles
import ParleyText
import ParleyWorkspace

/// The two sides that `parley shared compare` compares.
package struct SharedComparisonWish: Sendable {
  /// A key; nil for all keys.
  package var key: String?
  /// Another key, where it is not the same one.
  package var other: String?
  /// The environment of what is compared with; nil for the active one, or each other one where only a key is named.
  package var environment: String?

  package init(key: String? = nil, other: String? = nil, environment: String? = nil) {
    (self.key, self.other, self.environment) = (key, other, environment)
  }
}

extension SharedDataTask {
  /// - Returns: whether it is the same.
  func compare(_ wish: SharedComparisonWish) async throws -> ExitStatus {
    let here = SharedSide.environment(session.environmentName)
    let there = wish.environment.map { SharedSide.environment($0) } ?? here
    guard let key = wish.key else {
      return tell(
        try await session.sharedKeys.compare(here, there, by: prompter), between: here.words, and: there.words)
    }
    if let other = wish.other {
      return tell([try await compare(key, on: here, with: other, on: there)])
    }
    let environments = wish.environment.map { [$0] } ?? session.workspace.environments.map(\.name)
    var found: [(String, SharedDifference)] = []
    for environment in environments where environment != session.environmentName {
      let side = SharedSide.environment(environment)
      let difference = try await session.sharedKeys.compare(key, here, side, by: prompter)
      if let difference { found.append((environment, difference)) }
    }
    guard !found.isEmpty else { throw SharedDataError.noKey(key) }
    return tell(found.map(\.1), places: found.map(\.0), between: here.words, and: "there")
  }

  private func compare(
    _ key: String, on left: SharedSide, with other: String, on right: SharedSide
  ) async throws -> SharedDifference {
    let entries = try await session.ciphers.unlockingAll(by: prompter) {
      let entries = [try await shared.entry(key, on: left), try await shared.entry(other, on: right)]
      if let problem = entries.lazy.compactMap({ $0?.problem }).first { throw problem }
      return entries
    }
    guard entries[0] != nil else { throw SharedDataError.noKey(key) }
    guard entries[1] != nil else { throw SharedDataError.noKey(other) }
    return SharedDifference(
      "\(key) ↔ \(other)", entries[0]?.value == entries[1]?.value ? .same : .different, entries[0], entries[1])
  }

  /// Reports the differences, a line each.
  /// - Parameters:
  ///   - places: the text in front of each, in place of the key's name.
  ///   - left, right: the names of the two sides, where a key may be on one of them only.
  func tell(
    _ differences: [SharedDifference], places: [String]? = nil, between left: String = "", and right: String = ""
  ) -> ExitStatus {
    let isSame = differences.allSatisfy { $0.kind == .same }
    if report.printsJSON {
      console.print(.array(zip(differences, places ?? differences.map(\.name)).map(report.json)))
    } else {
      if !isSame, !left.isEmpty {
        console.note("- only in \(Printable.text(left)), + only in \(Printable.text(right)), ~ differs")
      }
      report.differences(zip(differences, places ?? differences.map(\.name)).filter { $0.0.kind != .same })
      if isSame { console.note(differences.isEmpty ? "There are no keys." : "No key differs.") }
    }
    return isSame ? .good : .expectationMissed
  }
}

extension SharedReport {
  /// `~ cart  3 → 4`
  func differences(_ differences: [(SharedDifference, String)]) {
    let width = differences.map(\.1.count).max() ?? 0
    for (difference, name) in differences {
      let label = Printable.text(name).padded(to: width)
      console.print("\(difference.kind.sign) \(label)  \(change(difference))")
    }
  }

  private func change(_ difference: SharedDifference) -> String {
    if let problem = difference.problem { return Printable.text("✗ \(problem.summary)") }
    let (left, right) = (difference.left.map { shownValue(of: $0) }, difference.right.map { shownValue(of: $0) })
    switch difference.kind {
    case .onlyLeft: return Printable.text(left ?? "")
    case .onlyRight: return Printable.text(right ?? "")
    default: return Printable.text("\(left ?? "") → \(right ?? "")")
    }
  }

  func json(_ difference: SharedDifference, place: String) -> JSONValue {
    var object: JSONValue = ["key": .string(difference.name), "difference": .string(difference.kind.word)]
    if place != difference.name { object["environment"] = .string(place) }
    object["left"] = difference.left.map(json)
    object["right"] = difference.right.map(json)
    object["problem"] = difference.problem.map { .string($0.summary) }
    return object
  }
}

extension SharedDifference.Kind {
  fileprivate var word: String {
    switch self {
    case .same: "same"
    case .different: "different"
    case .onlyLeft: "onlyLeft"
    case .onlyRight: "onlyRight"
    case .unknown: "unknown"
    }
  }
}

extension SharedSide {
  fileprivate var words: String {
    switch self {
    case .environment(let name): name ?? "no environment"
    case .snapshot(let name): "the snapshot \(name)"
    }
  }
}
