internal import Cryptography
internal import FoundationEssentials
import Glibc
import ParleyEngine
internal import SystemCalls

/// The file of a run while it is written: beside its place, until all of it is there. A terminal, a pipe or a device is written into.
///
/// It is written in pieces of some KB, sealed ones where there is a seal, so that a file of any size takes the memory
/// of one piece.
struct RunFileOutput: Sendable {
  private static let pieceSize = 64 * 1024

  private let target: String
  /// Its name until then; nil for what is no file.
  private let temporary: String?
  private let file: OpenFile
  private let seal: RunFileSeal?
  private var waiting: [UInt8] = []
  private var pieces = 0
  /// Of everything that was written so far, before it was sealed.
  private var digest = MessageDigest(.sha256)

  init(_ path: String, sealedBy seal: RunFileSeal?) throws(RunFileError) {
    target = path
    self.seal = seal
    do {
      if let stream = try OpenFile.stream(at: path) {
        (temporary, file) = (nil, stream)
      } else {
        let name = Self.temporaryName(beside: path)
        (temporary, file) = (name, try OpenFile(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW))
      }
    } catch {
      throw RunFileError(error, at: path)
    }
    guard let seal else { return }
    try put(Self.line(["parley": "run", "version": .number(JSONNumber(RunFile.version)), "sealed": seal.head]))
  }

  mutating func write(_ line: JSONValue) throws(RunFileError) {
    let bytes = Self.line(line)
    bytes.withUnsafeBytes { digest.add($0) }
    waiting += bytes
    try flush(isLast: false)
  }

  var sum: String { digest.sum.hexadecimal }

  /// - Parameter replaces: whether it takes the place of a file that is there.
  mutating func finish(replacing replaces: Bool) throws(RunFileError) {
    try flush(isLast: true)
    guard let temporary else { return }
    do throws(RepositoryError) {
      try file.synchronize()
      if replaces {
        guard rename(temporary, target) == 0 else { throw .system("The file cannot be written.", at: target) }
      } else {
        try AtomicFile.place(temporary, at: target)
      }
      try AtomicFile.synchronizeFolder(of: target)
    } catch {
      if !replaces, access(target, F_OK) == 0 { throw .exists(target) }
      throw RunFileError(error, at: target)
    }
  }

  func discard() {
    if let temporary { unlink(temporary) }
  }

  private mutating func flush(isLast: Bool) throws(RunFileError) {
    let size = seal == nil ? Self.pieceSize : RunFileSeal.pieceSize
    while waiting.count > size {
      try putPiece(Array(waiting.prefix(size)), isLast: false)
      waiting.removeFirst(size)
    }
    if isLast { try putPiece(waiting, isLast: true) }
  }

  private mutating func putPiece(_ piece: [UInt8], isLast: Bool) throws(RunFileError) {
    guard let seal else { return try put(piece) }
    let sealed = try seal.seal(piece, number: pieces, isLast: isLast)
    pieces += 1
    try put(Self.line(.string(Data(sealed).base64EncodedString())))
  }

  private mutating func put(_ bytes: [UInt8]) throws(RunFileError) {
    do throws(RepositoryError) { try file.append(bytes) } catch { throw RunFileError(error, at: target) }
  }

  private static func line(_ value: JSONValue) -> [UInt8] {
    JSONPrinter.compact.bytes(of: value) + [UInt8(ascii: "\n")]
  }

  /// Hidden, so that nobody takes it for a file of somebody's.
  private static func temporaryName(beside path: String) -> String {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    return "\(path[..<slash]).\(path[slash...]).\(number).tmp"
  }
}

extension RunFileError {
  package static func exists(_ path: String) -> RunFileError {
    RunFileError(
      .exists, "There is a file of this name.", place: path, advice: "Choose another name, or replace it with --force.")
  }
}
