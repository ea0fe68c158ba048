internal import SystemCalls

extension FileUpdate {
  /// Changes a file of a workspace in the same way.
  /// - Parameters:
  ///   - file: within the workspace; its folders are made where they are missing.
  ///   - root: the workspace's folder, as a real path.
  @discardableResult
  package static func change(
    _ file: String, in root: String, limit: Int, _ change: ([UInt8]?) throws -> [UInt8]
  ) throws -> [UInt8] {
    let lock = try WorkspaceLock(root)
    defer { lock.release() }
    return try Self.change(FilePlace(file, beneath: root, making: 0o777), limit: limit, mode: nil, change)
  }
}
