package import ParleyEngine
internal import ParleyFiles
import ParleyWorkspace
package import WorkbenchServices

extension LiveShared {
  package func sharedSnapshots() async throws -> SharedSnapshotList {
    try await session.sharedKeys.snapshotList(by: NoPrompter())
  }

  package func compareShared(_ left: SharedSide, _ right: SharedSide) async throws -> SharedTable {
    let differences = try await session.sharedKeys.compare(left, right, by: NoPrompter())
    let rows = differences.map { difference in
      SharedTable.Row(
        difference.name, difference.kind, SharedRow(difference.left, difference),
        SharedRow(difference.right, difference),
        places: [SharedPlaceOfKey(difference.name, on: left), SharedPlaceOfKey(difference.name, on: right)])
    }
    return SharedTable("Shared keys", left: left.heading, right: right.heading, rows: rows)
  }

  /// A row for each other environment, with what the active one has on the left.
  package func compareShared(acrossEnvironments name: String) async throws -> SharedTable {
    let session = session
    let here = SharedSide.environment(session.environmentName)
    var rows: [SharedTable.Row] = []
    for other in try await live.history.otherEnvironments() {
      let there = SharedSide.environment(other)
      guard let found = try await session.sharedKeys.compare(name, here, there, by: NoPrompter()) else { continue }
      rows.append(
        SharedTable.Row(
          other, found.kind, SharedRow(found.left, found), SharedRow(found.right, found),
          places: [SharedPlaceOfKey(name, on: here), SharedPlaceOfKey(name, on: there)]))
    }
    return SharedTable(name, left: here.heading, right: "there", rows: rows)
  }

  package func compareShared(_ values: SharedValuesIntent) async throws -> SharedValuesOutcome {
    let session = session
    do {
      let prompter = FormAnswers(answers: values.answers)
      return .compared(
        try await session.ciphers.unlockingAll(by: prompter) { try await self.pair(values, in: session) })
    } catch RenderError.nobodyToAsk(let questions) {
      return .asks(questions.map(Question.init))
    }
  }

  private func pair(_ values: SharedValuesIntent, in session: Session) async throws -> ComparedParts.Pair {
    var entries: [SharedEntry?] = []
    for place in [values.left, values.right] {
      let entry = try await session.shared.entry(place.name, on: place.side)
      if let problem = entry?.problem { throw problem }
      entries.append(entry)
    }
    let secrets = entries.compactMap { entry in entry?.isSecret == true ? entry?.value?.text : nil }
    return ComparedParts.Pair(entries[0]?.value?.compared, entries[1]?.value?.compared, hiding: Secrets(secrets))
  }
}

extension SharedValue {
  /// Bytes that are no text in base64.
  fileprivate var compared: JSONValue { json ?? .string(text ?? Base64.encode(contentBytes)) }
}

extension SharedSide {
  fileprivate var heading: String {
    switch self {
    case .environment(let name): name ?? "now"
    case .snapshot(let name): "snapshot \(name)"
    }
  }
}

extension SharedRow {
  /// - Parameter difference: says why a value cannot be compared.
  fileprivate init?(_ entry: SharedEntry?, _ difference: SharedDifference) {
    guard let entry else { return nil }
    self.init(entry)
    if difference.kind == .unknown, problem == nil { problem = difference.problem?.summary }
  }
}
