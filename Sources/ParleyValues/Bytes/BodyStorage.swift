/// A storage for bodies that are too large for memory.
///
/// The engine keeps nothing on disk by itself; a store plugs in here. A body that touches a secret is
/// requested with `sealed`, and no plain byte of it may then reach the disk.
public protocol BodyStorage: Sendable {
  /// A fresh, empty place for one body.
  func makeFile(sealed: Bool) throws -> any BodyFile
}

/// One body in a file: written once from front to back, readable by windows from the first byte on.
public protocol BodyFile: ByteSource, AnyObject {
  /// Adds bytes at the end.
  func append(_ bytes: UnsafeRawBufferPointer) throws
  /// Ends the writing; after it `isComplete` is true.
  func finish() throws
  /// Throws the body away, with its file.
  func discard()
}
