import Glibc
import TestSupport
import Testing

@testable import SystemCalls

@Suite("An open file", .timeLimit(.minutes(1)))
struct OpenFileTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private func open(_ name: String, _ flags: Int32) throws(SystemError) -> OpenFile<SystemError> {
    try OpenFile(folder.path(name), flags, permissions: 0o600, for: .reading)
  }

  @Test("reads windows, and less only at the end")
  func windows() throws {
    try folder.write("0123456789", to: "digits")
    let file = try open("digits", O_RDONLY)
    #expect(try file.read(at: 2, count: 3) == Array("234".utf8))
    #expect(try file.read(at: 8, count: 30) == Array("89".utf8))
    #expect(try file.read(at: 10, count: 1) == [])
    #expect(try file.read(at: -1, count: 1) == [])
    #expect(try file.read(at: 0, count: 0) == [])
  }

  @Test("is written where it is told to")
  func writing() throws {
    let file = try open("new", O_RDWR | O_CREAT | O_EXCL)
    try file.write(Array("abcdef".utf8))
    try file.write(Array("XY".utf8), at: 2)
    try file.write([], at: 100)
    try file.synchronize()
    #expect(try folder.read("new") == Array("abXYef".utf8))
    #expect(try file.status().st_size == 6)
  }

  @Test("is closed when nobody holds it any more, and not before")
  func closing() throws {
    try folder.write("a", to: "a")
    var file: OpenFile? = try open("a", O_RDONLY)
    let descriptor = try #require(file?.descriptor)
    #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
    var first = stat()
    try #require(fstat(descriptor, &first) == 0)
    withExtendedLifetime(file) {}
    file = nil
    // Another thread may have got the number meanwhile, for another file.
    var second = stat()
    #expect(fstat(descriptor, &second) != 0 || second.st_ino != first.st_ino)
  }

  @Test("says what was attempted, with which file, and why it failed")
  func failures() throws {
    let missing = #expect(throws: SystemError.self) { try open("missing", O_RDONLY) }
    #expect(missing == SystemError(.open(.reading), folder.path("missing"), number: ENOENT))
    #expect(missing?.reason == "No such file or directory")
    let listing = #expect(throws: SystemError.self) { try open(".", O_RDONLY | O_DIRECTORY).read(at: 0, count: 1) }
    #expect(listing?.attempt == .read)
    #expect(listing?.number == EISDIR)
    try folder.write("a", to: "a")
    let refused = #expect(throws: SystemError.self) { try open("a", O_RDONLY).write([1]) }
    #expect(refused == SystemError(.write, folder.path("a"), number: EBADF))
  }
}
