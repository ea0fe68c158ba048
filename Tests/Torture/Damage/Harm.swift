import Glibc
import TestSupport

/// What can happen to a file.
enum Harm: CaseIterable {
  case flips, cut, noise, gone, empty, another, folder, link, pipe, forbidden

  /// Flipped bits come more often than all others.
  static func random(_ trial: Trial) -> Harm { trial.once(in: 3) ? .flips : trial.pick(allCases) }

  func `do`(to file: String, _ trial: Trial) throws {
    switch self {
    case .flips: try rewrite(file) { Self.flip(&$0, trial) }
    case .cut: try rewrite(file) { $0.removeLast($0.isEmpty ? 0 : trial.int(0..<$0.count) + 1) }
    case .noise: try rewrite(file) { bytes in Self.scribble(over: &bytes, trial) }
    case .another: try rewrite(file) { $0 = trial.bytes(trial.size(upTo: 100_000)) }
    case .empty: try rewrite(file) { $0 = [] }
    case .forbidden: chmod(file, 0)
    case .gone, .folder, .link, .pipe: replace(file)
    }
  }

  /// With something that is no file, or nothing.
  private func replace(_ file: String) {
    unlink(file)
    switch self {
    case .folder: mkdir(file, 0o700)
    case .link: symlink("/dev/zero", file)
    case .pipe: mkfifo(file, 0o600)
    default: break
    }
  }

  private static func flip(_ bytes: inout [UInt8], _ trial: Trial) {
    guard !bytes.isEmpty else { return }
    for _ in 0...trial.size(upTo: 30) { bytes[trial.int(0..<bytes.count)] ^= 1 << trial.int(0..<8) }
  }

  private static func scribble(over bytes: inout [UInt8], _ trial: Trial) {
    guard !bytes.isEmpty else { return }
    let start = trial.int(0..<bytes.count)
    let end = min(bytes.count, start + 1 + trial.size(upTo: 20_000))
    bytes.replaceSubrange(start..<end, with: trial.bytes(end - start))
  }

  /// In place: a program that has it open sees it.
  private func rewrite(_ file: String, _ change: (inout [UInt8]) -> Void) throws {
    var bytes = try readFile(file)
    change(&bytes)
    let descriptor = open(file, O_WRONLY | O_TRUNC)
    defer { close(descriptor) }
    let written = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard written == bytes.count else { throw SupportError("Cannot write \(file)") }
  }
}
