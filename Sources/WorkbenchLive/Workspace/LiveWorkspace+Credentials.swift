import ParleyEngine
internal import ParleyFiles
import ParleyWorkspace
package import WorkbenchServices

/// The credentials that somebody is asked about, by the numbers that the questions have.
struct UnplacedByNumber: Sendable {
  private var credentials: [Int: TypedCredential] = [:]
  private var last = 0

  mutating func add(_ credential: TypedCredential) -> Int {
    last += 1
    credentials[last] = credential
    return last
  }

  mutating func take(_ number: Int) -> TypedCredential? { credentials.removeValue(forKey: number) }
}

extension LiveWorkspace {
  package func credentials(unplacedBy error: any Error) -> [UnplacedCredential]? {
    guard let unplaced = error as? UnplacedCredentials else { return nil }
    return state.withLock { state in
      unplaced.credentials.map { credential in
        UnplacedCredential(
          id: state.unplaced.add(credential), label: credential.label,
          place: "\(credential.slot) of \(credential.file)",
          isVariable: credential.isDeclarable)
      }
    }
  }

  package func place(_ placements: [WorkbenchServices.CredentialPlacement]) async throws {
    let session = session
    for placement in placements {
      guard let credential = state.withLock({ $0.unplaced.take(placement.id) }) else { continue }
      try await session.credentials.place(credential, at: placement.home)
    }
  }
}
