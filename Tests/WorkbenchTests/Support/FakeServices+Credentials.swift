import ParleyEngine

@testable import Workbench

/// What the fake throws in place of saving while credentials are unplaced.
struct FakeUnplaced: Error {
  let credentials: [UnplacedCredential]
}

extension FakeServices {
  func credentials(unplacedBy error: any Error) -> [UnplacedCredential]? { (error as? FakeUnplaced)?.credentials }

  func place(_ placements: [CredentialPlacement]) async throws {
    content.withLock { content in
      content.placements += placements
      content.unplaced = []
    }
  }

  func checkPlaced() throws {
    let unplaced = content.withLock { $0.unplaced }
    guard unplaced.isEmpty else { throw FakeUnplaced(credentials: unplaced) }
  }
}
