internal import Glibc
internal import ParleyEngine
internal import ParleyText

/// The limits of an import: 512 MB of memory and one minute. A notice is shown before a file is read that may come near
/// them.
package enum ImportCeiling {
  static let memory = 512 << 20
  static let time = Duration.seconds(60)
  /// The size in bytes up to which a file is imported without a notice.
  private static let smallFile = 4 << 20
  private static let lookEvery = Duration.milliseconds(50)

  /// The notice for a large file, which states the limits; nil for a file of the usual size.
  package static func notice(for path: String) -> String? {
    guard let size = FileSystem.stamp(of: path)?.size, size > smallFile else { return nil }
    return notice(size: size, of: path.lastPathPart)
  }

  static func notice(size: Int, of name: String) -> String {
    "Reading \(Printable.text(name)), \(size >> 20) MB. An import takes at most \(memory >> 20) MB of memory and"
      + " \(time.components.seconds) s; Ctrl-C ends it."
  }

  /// Reads on a thread of its own. A task that is cancelled waits no longer for it, nor does one of an import that takes too much; what
  /// it comes to then is thrown away.
  package static func reading<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    let wait = Wait<Value>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        wait.begin(continuation)
        let read = { @Sendable in wait.end(Result { try work() }) }
        if !DetachedThread.start(isAwaited: false, read) { read() }
        Task { await watch(wait) }
      }
    } onCancel: {
      wait.end(.failure(CancellationError()))
    }
  }

  private static func watch<Value>(_ wait: Wait<Value>) async {
    let (clock, before) = (ContinuousClock(), residentMemory)
    let start = clock.now
    while !wait.isOver {
      if clock.now - start > time { return wait.end(.failure(ImportError.tooSlow(time))) }
      if let before, let now = residentMemory, now - before > memory {
        return wait.end(.failure(ImportError.tooMuchMemory(nil, limit: memory)))
      }
      try? await Task.sleep(for: lookEvery)
    }
  }

  /// In bytes, as the kernel counts (proc(5)); nil where it does not tell.
  private static var residentMemory: Int? {
    guard let bytes = try? FileSystem.read("/proc/self/statm", limit: 1 << 12) else { return nil }
    let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return fields.count > 1 ? Int(fields[1]).map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) } : nil
  }

  /// Resumed by whoever comes first.
  private final class Wait<Value: Sendable>: Sendable {
    private struct State {
      var continuation: CheckedContinuation<Value, any Error>?
      var early: Result<Value, any Error>?
      var isOver = false
    }

    private let state = Lock(State())

    var isOver: Bool { state.withLock { $0.isOver } }

    package func begin(_ continuation: CheckedContinuation<Value, any Error>) {
      let early = state.withLock { state in
        if state.early == nil { state.continuation = continuation }
        return state.early
      }
      if let early { continuation.resume(with: early) }
    }

    func end(_ result: Result<Value, any Error>) {
      let continuation = state.withLock { state -> CheckedContinuation<Value, any Error>? in
        guard !state.isOver else { return nil }
        state.isOver = true
        if state.continuation == nil { state.early = result }
        return state.continuation.take()
      }
      continuation?.resume(with: result)
    }
  }
}

/// An estimate of the memory that the values of a document take, from a scan of its bytes.
struct DocumentWeight {
  /// Roughly, in bytes.
  let bytes: Int

  /// The overhead of containers, members and values beyond the text itself, in bytes.
  private static let (object, array, member, value) = (112, 48, 28, 36)
  /// The rest is for what is made of the values.
  private static let share = ImportCeiling.memory / 4 * 3

  init(json text: [UInt8]) {
    var (objects, arrays, members, values) = (0, 0, 0, 0)
    var (isText, isEscaped) = (false, false)
    for byte in text {
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "{"): objects += 1
      case UInt8(ascii: "["): arrays += 1
      case UInt8(ascii: ":"): members += 1
      case UInt8(ascii: ","): values += 1
      default: break
      }
    }
    let containers = objects * Self.object + arrays * Self.array
    bytes = 2 * text.count + containers + members * Self.member + (values + objects + arrays) * Self.value
  }

  /// Each line of YAML is a value with its place, and so is what stands in brackets.
  init(yaml text: [UInt8]) {
    let values = text.count { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "[") }
    bytes = 2 * text.count + values * Self.yamlValue
  }

  private static let yamlValue = 400

  /// Cells of CSV.
  init(table text: [UInt8]) {
    let cells = text.count { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\n") }
    bytes = 2 * text.count + cells * (Self.member + Self.value)
  }

  var isBearable: Bool { bytes <= Self.share }

  package func check(_ name: String) throws(ImportError) {
    if !isBearable { throw .tooMuchMemory(name, limit: ImportCeiling.memory) }
  }
}
