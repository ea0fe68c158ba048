import ParleyEngine
import ParleyFiles
import ParleyText
import ParleyWorkspace
import WorkbenchServices

// One place of a value, and what a value was.
extension LiveShared {
  /// Changes one place of what the key holds now: what others wrote elsewhere in it stays.
  /// - Throws: `.conflict` where that very place is another by now.
  func change(_ key: String, _ change: JSONChange, isDecoded: Bool, in session: Session) async throws {
    for _ in 0..<Self.mostAttempts {
      guard let entry = try await session.shared.entry(key), let value = try entry.readable() else { break }
      let new = try Self.changed(value, change, isDecoded: isDecoded, of: key)
      do {
        try await session.sharedKeys.set(key, new, ifStill: entry.sequence)
        return
      } catch let error as SharedDataError where error.kind == .conflict {
        continue
      }
    }
    throw SharedDataError(
      .conflict, "The key “\(Printable.text(key))” is written all the time, or is gone.", place: key,
      advice: "Nothing was changed. Try again.")
  }

  private static let mostAttempts = 10

  private static func changed(
    _ value: SharedValue, _ change: JSONChange, isDecoded: Bool, of key: String
  ) throws -> SharedValue {
    let decoded = isDecoded ? DecodedValue(value) : nil
    guard case .json(let document) = decoded?.shown ?? value else { throw conflict("is no JSON any more", key) }
    do {
      let changed = try change.applied(to: document).document
      return try decoded?.encoding(changed) ?? .json(changed)
    } catch let error as JSONChangeError {
      throw conflict(error.reason, key)
    }
  }

  /// Without the path: names in a secret are secret too.
  private static func conflict(_ reason: String, _ key: String) -> SharedDataError {
    SharedDataError(
      .conflict, "The key “\(Printable.text(key))” was not changed: \(reason).", place: key,
      advice: "The value shown is the current one. Make the change again.")
  }

  /// The values of a key since two changes.
  func moments(
    of key: String, _ older: Int64, _ newer: Int64?, in session: Session, _ prompter: any Prompter
  ) async throws -> SharedMoments {
    let moments = [older, newer ?? .max - 1].sorted()
    let left = try await moment(moments[0], of: key, in: session, prompter)
    return SharedMoments(older: left, newer: try await moment(moments[1], of: key, in: session, prompter))
  }

  private func moment(
    _ sequence: Int64, of key: String, in session: Session, _ prompter: any Prompter
  ) async throws -> SharedMoments.Moment {
    let entries = try await session.sharedKeys.revealHistory(of: key, before: sequence + 1, limit: 1, by: prompter)
    guard let entry = entries.first else {
      throw SharedDataError(.nothingToUndo, "That change is no longer in the history.", place: key)
    }
    return SharedMoments.Moment(row: SharedRow(entry), value: try entry.readable())
  }
}

extension SharedEntry {
  /// Nil for a removal.
  fileprivate func readable() throws -> SharedValue? {
    if let problem { throw problem }
    return value
  }
}

extension JSONChangeError {
  fileprivate var reason: String {
    switch self {
    case .changed, .missing: "somebody else changed this place meanwhile"
    case .noContainer: "there is neither an object nor an array"
    case .nameTaken: "the name is taken"
    }
  }
}
