import Glibc
import ParleyEngine
internal import SystemCalls

/// The handling of a damaged database file: it is renamed with everything that belongs to it, and nothing of it is
/// changed, so that its readable rows can be salvaged.
enum DamagedFile {
  private static let companions = ["", "-wal", "-shm"]

  /// One that was set aside, and not looked through to its end yet.
  struct Pending: Equatable {
    let path: String
    let reason: String
  }

  /// Gives the file a new name, and the folder of bodies with it where its rows are the ones that need them. From then on it
  /// waits to be salvaged, whatever happens to this process.
  /// - Returns: the new path.
  @discardableResult
  static func setAside(
    _ path: String, bodies: String?, at time: Timestamp, because reason: String
  ) throws(RepositoryError) -> String {
    let new = unusedPath(like: path, at: time)
    try AtomicFile.writePrivately(Array("\(new)\n\(reason)".utf8), to: note(path), existing: .replaced)
    for ending in companions where access(path + ending, F_OK) == 0 {
      try move(path + ending, to: new + ending)
    }
    if let bodies, access(bodies, F_OK) == 0 { try move(bodies, to: new + "-bodies") }
    unlink(marker(path))
    return new
  }

  /// The file that was set aside in place of this one and has not been salvaged.
  static func pending(_ path: String) -> Pending? {
    guard let bytes = try? OpenFile.contents(of: note(path), limit: 1 << 16),
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
    else { return nil }
    let damaged = String(decoding: bytes[..<end], as: UTF8.self)
    guard access(damaged, F_OK) == 0 else { return nil }
    return Pending(path: damaged, reason: String(decoding: bytes[(end + 1)...], as: UTF8.self))
  }

  static func noteSalvaged(_ path: String) {
    unlink(note(path))
  }

  private static func note(_ path: String) -> String { path + ".salvage" }

  /// Leaves a note that the file did not read well.
  static func suspect(_ path: String) {
    _ = try? OpenFile(marker(path), O_WRONLY | O_CREAT)
  }

  static func isSuspect(_ path: String) -> Bool {
    access(marker(path), F_OK) == 0
  }

  static func clear(_ path: String) {
    unlink(marker(path))
  }

  private static func marker(_ path: String) -> String { path + ".suspect" }

  /// `log.sqlite.damaged-20261121T140307Z`
  private static func unusedPath(like path: String, at time: Timestamp) -> String {
    let stamp = time.iso8601.filter { $0 != "-" && $0 != ":" }.prefix(15)
    let first = "\(path).damaged-\(stamp)Z"
    let others = (2...).lazy.map { "\(first)-\($0)" }
    return access(first, F_OK) != 0 ? first : others.first { access($0, F_OK) != 0 } ?? first
  }

  private static func move(_ old: String, to new: String) throws(RepositoryError) {
    guard rename(old, new) == 0 else { throw .system("The damaged file cannot be set aside.", at: old) }
  }
}
