import Glibc
package import SystemCalls

/// The file a body is written to while it arrives, and renamed at the end. Readable from the first byte on, from any thread. A terminal, a
/// pipe or a device is written into, and nothing can be read from it.
final class DownloadFile: BodySink {
  private struct State {
    /// Closed at the end; from then on the file is opened for each reading.
    var descriptor: Int32?
    var place: String
    var count = 0
    var isComplete = false
    /// Whether bytes have gone where they cannot be taken back, and another body would follow them.
    var isSpoiled = false

    mutating func letGo() {
      if let descriptor { close(descriptor) }
      descriptor = nil
    }
  }

  /// The file's path at the end.
  let path: String
  /// The file behind it, where that is a link.
  private let target: String
  private let isStream: Bool
  private let state: Lock<State>
  private let part: DownloadPart?

  /// A file that will be at `path`, written beside it.
  /// - Throws: `TransportError` when it cannot be written, or somebody else is writing it.
  init(at path: String, isSecret: Bool) throws(TransportError) {
    self.path = path
    if let stream = try OpenFile<TransportError>.stream(at: path) {
      (target, isStream, part) = (path, true, nil)
      state = Lock(State(descriptor: fcntl(stream.descriptor, F_DUPFD_CLOEXEC, 0), place: path))
      return
    }
    (target, isStream) = (StreamPlace.followingLinks(path), false)
    let part = DownloadPart(of: target)
    self.part = part
    guard Self.isFree(path) else { throw TransportError(cannotWrite: path, "it is a folder") }
    let descriptor = open(part.file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, isSecret ? 0o600 : 0o666)
    guard descriptor >= 0 else { throw TransportError(cannotWrite: path, systemReason()) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw TransportError(cannotWrite: path, "it is being downloaded already")
    }
    state = Lock(State(descriptor: descriptor, place: part.file))
  }

  /// A file of its own in this folder.
  init(in folder: String) throws(TransportError) {
    var template = Array("\(folder)/parley-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw TransportError(cannotWrite: folder, systemReason()) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    (target, isStream, part) = (path, false, nil)
    state = Lock(State(descriptor: descriptor, place: path))
  }

  deinit {
    if let descriptor = state.withLock(\.descriptor) { close(descriptor) }
  }

  private static func isFree(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR
  }
}

// What stands there from before.
extension DownloadFile {
  /// Returns where an earlier download of this address stopped, and the validator by which the server knows its content
  /// again; nil if there is none.
  func leftover(of url: String) -> DownloadPart.Leftover? {
    guard let part, let descriptor = state.withLock(\.descriptor) else { return nil }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0 else { return nil }
    return part.leftover(of: url, count: Int(status.st_size))
  }

  /// Goes on behind the first `count` bytes.
  func goOn(at count: Int) {
    state.withLock { state in
      guard let descriptor = state.descriptor else { return }
      state.isSpoiled = isStream && state.count > 0
      ftruncate(descriptor, off_t(count))
      lseek(descriptor, off_t(count), SEEK_SET)
      state.count = count
    }
  }

  /// Starts with an empty file.
  /// - Parameter validator: by what the server will know this content again; nil when it says nothing of the kind.
  func startOver(_ validator: String?, of url: String) {
    goOn(at: 0)
    part?.remember(validator, of: url)
  }
}

// The body.
extension DownloadFile {
  var count: Int { state.withLock(\.count) }
  var isComplete: Bool { state.withLock(\.isComplete) }

  func reserve(_ count: Int) {}

  func append(_ bytes: UnsafeRawBufferPointer) throws {
    let (descriptor, isSpoiled) = state.withLock { ($0.descriptor, $0.isSpoiled) }
    if isSpoiled { throw TransportError(cannotWrite: path, "a response that broke off stands there already") }
    guard let descriptor else { return }
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = retryingInterrupts {
        write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      }
      guard written > 0 else { throw TransportError(cannotWrite: path, systemReason()) }
      rest = rest.dropFirst(written)
      state.withLock { $0.count += written }
    }
  }

  func read(at offset: Int, count: Int) throws -> [UInt8] {
    let (place, total) = state.withLock { ($0.place, $0.count) }
    guard !isStream, offset >= 0, count > 0, offset < total else { return [] }
    return try OpenFile<TransportError>(place, O_RDONLY, for: .reading).read(
      at: offset, count: min(count, total - offset))
  }

  /// Whether it is safe on the disk before it gets its name: one that somebody wants to find there.
  var isSynced: Bool { part != nil }

  /// Puts the file to its place.
  func finish() throws {
    if let part {
      try sync()
      guard rename(part.file, target) == 0 else { throw TransportError(cannotWrite: path, systemReason()) }
      part.forget()
    }
    state.withLock { state in
      state.place = path
      state.isComplete = true
      state.letGo()
    }
  }

  /// So that after a loss of power nobody finds an empty file under the name.
  private func sync() throws {
    guard let descriptor = state.withLock(\.descriptor) else { return }
    // What cannot be synced, such as a pipe, says so.
    guard fdatasync(descriptor) == 0 || errno == EINVAL || errno == EROFS else {
      throw TransportError(cannotWrite: path, systemReason())
    }
  }

  /// Ends without a response that is whole. What can be gone on with stays, everything else goes.
  func abandon() {
    let count = count
    if !isStream, part?.isRemembered != true || part?.isEmpty == true, let place = part?.file ?? Optional(path) {
      unlink(place)
      part?.forget()
    }
    state.withLock { state in
      state.count = count
      state.isComplete = true
      state.letGo()
    }
  }
}

extension TransportError: SystemFailure {
  package init(explaining error: SystemError) {
    let reason = systemReason(error.number)
    switch error.attempt {
    case .open(.reading), .examine, .read: self.init(.bodyStorage, "“\(error.path)” cannot be read: \(reason).")
    case .open, .write, .make, .remove, .leave: self.init(cannotWrite: error.path, reason)
    }
  }

  init(cannotWrite path: String, _ reason: String) {
    self.init(.bodyStorage, "“\(path)” cannot be written: \(reason).")
  }
}
