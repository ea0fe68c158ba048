import Glibc
import TestSupport

/// The library that stands in front of a program's C library, and what it is told: see `torture_system.h`.
struct FailingSystem: Sendable {
  enum Fault: Int64, CaseIterable, Sendable { case none, full, readOnly, sync, slow }

  private let file: String
  /// For the program that is to suffer.
  let environment: [String: String]

  /// - Parameter root: the folder that fails.
  init(in sandbox: Sandbox, root: String) throws {
    file = try sandbox.home.write(Array(repeating: 0, count: 32), to: "control")
    let library = "\(try Executables.built("parley").dropLast("parley".count))libTortureSystem.so"
    guard access(library, R_OK) == 0 else {
      throw SupportError("\(library) is not there. Build it: Scripts/build --product TortureSystem.")
    }
    environment = ["LD_PRELOAD": library, "TORTURE_CONTROL": file, "TORTURE_ROOT": root]
  }

  /// From now on, also for what runs already.
  /// - Parameters:
  ///   - allowance: bytes, or calls of fsync, that go well before.
  ///   - delay: microseconds that each write takes.
  func set(_ fault: Fault, allowance: Int = 0, delay: Int = 0) throws {
    try write([fault.rawValue, Int64(allowance), Int64(delay)], at: 8)
  }

  /// In seconds, beside the true time.
  func setClock(ahead seconds: Int) throws { try write([Int64(seconds)], at: 0) }

  private func write(_ words: [Int64], at offset: Int) throws {
    let descriptor = open(file, O_WRONLY)
    defer { close(descriptor) }
    let count = words.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, offset) }
    guard count == words.count * 8 else { throw SupportError("Cannot write \(file)") }
  }
}
