import ParleyEngine
internal import SystemCalls

typealias AtomicFile = SystemCalls.AtomicFile<RepositoryError>

extension AtomicFile where Failure == RepositoryError {
  /// For its owner's eyes only.
  static func writePrivately(
    _ bytes: [UInt8], to path: String, existing: ExistingFile
  ) throws(RepositoryError) {
    try write(bytes, to: path, permissions: 0o600, existing: existing)
  }
}
