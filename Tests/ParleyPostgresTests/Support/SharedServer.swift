import TestSupport

/// One server for all tests of the process that do no harm to it.
enum SharedServer {
  private static let starting = Task { try await PostgresServer.start(isShared: true) }

  static func get() async throws -> PostgresServer { try await starting.value }
}
