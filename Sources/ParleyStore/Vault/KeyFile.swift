internal import Cryptography
import Glibc
public import ParleyEngine
internal import SystemCalls

/// A key in a file that only its owner reads: one line, `parley key 1` and 64 hexadecimal digits.
///
/// ```swift
/// try KeyFile.make(at: "/home/ada/.config/parley/ci.key")
/// let secret = KeySecret.keyFile(try KeyFile(at: "/home/ada/.config/parley/ci.key"))
/// ```
public struct KeyFile: Sendable {
  private static let mark = "parley key 1 "
  private static let size = 32

  let key: [UInt8]

  /// - Throws: `.keyFile` when it is missing, no key, not its user's, or others can read it.
  public init(at path: String) throws(SharedDataError) {
    guard access(path, F_OK) == 0 else {
      throw Self.refusal("The key file is missing.", path, advice: "Restore it, or create one with: parley key new")
    }
    let text: [UInt8]
    do throws(RepositoryError) {
      let file = try OpenFile(path, O_RDONLY | O_NONBLOCK)
      let status = try file.status()
      try Self.check(status, path)
      text = try file.read(at: 0, count: 256)
    } catch {
      throw Self.refusal(error.summary, path, detail: error.detail, advice: error.advice)
    }
    guard let key = Self.parse(text) else {
      throw Self.refusal("This is not a key file, or it is damaged.", path, advice: "Restore it from a backup.")
    }
    self.key = key
  }

  /// Makes a file with a random key; its folder is made too.
  /// - Throws: `.keyFile` when there is a file already: it is never replaced.
  public static func make(at path: String) throws(SharedDataError) {
    guard access(path, F_OK) != 0 else {
      throw refusal("The file already exists.", path, advice: "Choose another path. The file was not changed.")
    }
    let key = RandomBytes.make(size)
    do throws(RepositoryError) {
      _ = try Folder.holding(path)
      try AtomicFile.writePrivately(Array("\(mark)\(key.hexadecimal)\n".utf8), to: path, existing: .kept)
    } catch {
      throw refusal("The key file cannot be written.", path, detail: error.detail, advice: error.advice)
    }
  }

  private static func check(_ status: stat, _ path: String) throws(RepositoryError) {
    guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
      throw RepositoryError(.key, "The key file is not a file of yours.", advice: "Check who created it.")
    }
    guard status.st_mode & 0o077 == 0 else {
      throw RepositoryError(.key, "Others can read the key file.", advice: "Make it private: chmod 600 \(path)")
    }
  }

  private static func parse(_ text: [UInt8]) -> [UInt8]? {
    var line = text[...]
    while let last = line.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { line.removeLast() }
    guard line.starts(with: mark.utf8) else { return nil }
    let digits = line.dropFirst(mark.utf8.count)
    guard digits.count == 2 * size else { return nil }
    let key = stride(from: digits.startIndex, to: digits.endIndex, by: 2).compactMap { place in
      UInt8(String(decoding: digits[place..<place + 2], as: UTF8.self), radix: 16)
    }
    return key.count == size ? key : nil
  }

  private static func refusal(
    _ summary: String, _ path: String, detail: String? = nil, advice: String?
  ) -> SharedDataError {
    SharedDataError(.keyFile, summary, detail: detail, place: path, advice: advice)
  }
}
