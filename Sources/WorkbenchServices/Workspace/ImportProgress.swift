package import ParleyEngine

/// How much of a file that is fetched to be imported has come.
///
/// ```swift
/// let progress = ImportProgress()
/// try await ImportProgress.$current.withValue(progress) { try await services.workspace.planImport(wish) }
/// ```
package final class ImportProgress: Sendable {
  /// That of the task.
  @TaskLocal package static var current: ImportProgress?

  private let transfer = Lock<TransferProgress?>(nil)

  package init() {}

  package func note(_ transfer: TransferProgress) { self.transfer.withLock { $0 = transfer } }

  /// `1.2 MB of 6.0 MB`; nil before anything has come.
  package var text: String? {
    guard let transfer = transfer.withLock({ $0 }), transfer.received > 0 else { return nil }
    let whole = transfer.expectedToReceive.map { " of \(ByteCount.text($0))" } ?? ""
    return ByteCount.text(transfer.received) + whole
  }
}
