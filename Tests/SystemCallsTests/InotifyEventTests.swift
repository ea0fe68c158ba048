import Glibc
import TestSupport
import Testing

@testable import SystemCalls

@Suite("An event of inotify", .timeLimit(.minutes(1)))
struct InotifyEventTests {
  @Test("says that the kernel dropped others")
  func overflow() throws {
    let bytes: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0, 0x40, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    let event = try #require(bytes.withUnsafeBytes(InotifyEvent.events).first)
    #expect(event.isOverflow)
    #expect(event.name == nil)
  }

  @Test("has the name in the folder, and none where that is not UTF-8")
  func names() throws {
    let folder = try TemporaryDirectory()
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    defer { close(descriptor) }
    let watch = inotify_add_watch(descriptor, folder.path, UInt32(IN_CREATE))
    try #require(watch >= 0)
    for name: [UInt8] in [Array("é".utf8), [0xFF]] {
      let path = Array("\(folder.path)/".utf8) + name + [0]
      try #require(mkdir(path.map(CChar.init(bitPattern:)), 0o700) == 0)
    }
    let events = InotifyEvent.waiting(at: descriptor)
    #expect(events.map(\.watch) == [watch, watch])
    #expect(events.map(\.name) == ["é", nil])
    #expect(events.allSatisfy { $0.has(IN_CREATE) && $0.has(IN_ISDIR) && !$0.isOverflow })
  }

  @Test("is waited for where the descriptor blocks")
  func blocking() throws {
    let folder = try TemporaryDirectory()
    let descriptor = inotify_init1(Int32(IN_CLOEXEC))
    defer { close(descriptor) }
    try #require(inotify_add_watch(descriptor, folder.path, UInt32(IN_CREATE)) >= 0)
    let path = "\(folder.path)/made"
    let thread = try #require(SystemThread.start { mkdir(path, 0o700) })
    #expect(InotifyEvent.next(at: descriptor)?.map(\.name) == ["made"])
    thread.join()
  }
}
