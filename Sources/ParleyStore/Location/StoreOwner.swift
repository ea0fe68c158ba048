internal import Cryptography
import ParleyEngine
internal import SystemCalls

/// Whom a store belongs to.
package struct StoreOwner: Sendable, Hashable {
  /// The workspace's id.
  package let workspace: String
  /// Its folder, with all symbolic links resolved.
  package let path: String

  /// A workspace at a path with all symbolic links resolved.
  package init(workspace: String, path: String) {
    self.workspace = workspace
    self.path = path
  }

  /// The name of the store's folder. A hash, so that no id or path can lead out of the folder of stores.
  var key: String {
    MessageDigest.sha256("\(workspace)\0\(path)".utf8).prefix(16).hexadecimal
  }
}

// The record of the owner in the store's folder.
extension StoreOwner {
  static let fileName = "owner.json"
  private static let sizeLimit = 64 * 1024

  /// Nil where there is no record, or none that can be read.
  init?(recordedIn folder: Folder) {
    guard let bytes = try? OpenFile.contents(of: folder.file(Self.fileName), limit: Self.sizeLimit),
      let record = try? JSONValue(parsing: bytes),
      let workspace = record["workspace"]?.string, let path = record["path"]?.string
    else { return nil }
    self.init(workspace: workspace, path: path)
  }

  func record(in folder: Folder) throws(RepositoryError) {
    let record: JSONValue = ["workspace": .string(workspace), "path": .string(path)]
    let bytes = JSONPrinter.compact.bytes(of: record)
    try AtomicFile.writePrivately(bytes, to: folder.file(Self.fileName), existing: .replaced)
  }
}
