internal import ParleyEngine

/// A text on its way to an editor and back, in a file that nobody else can read and that is gone afterwards.
public enum StagedFile {
  private static let limit = 64 << 20

  /// - Parameter suffix: such as `.json`, so that the editor knows what it is.
  /// - Returns: the file's path.
  public static func write(_ text: String, suffix: String, in folder: String) throws -> String {
    try FileSystem.makeDirectories(folder, mode: 0o700)
    let path = folder.appendingPath("parley-\(RandomText.uuid())\(suffix)")
    try AtomicFile.write(Array(text.utf8), to: path, mode: 0o600)
    return path
  }

  /// Takes the text back, and removes the file.
  public static func take(_ path: String) throws -> String {
    let bytes = try FileSystem.read(path, limit: limit)
    try FileSystem.delete(path)
    return String(decoding: bytes, as: UTF8.self)
  }
}
