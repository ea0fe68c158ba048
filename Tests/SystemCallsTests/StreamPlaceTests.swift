import Glibc
import TestSupport
import Testing

@testable import SystemCalls

@Suite("What stands at a path and is no file", .timeLimit(.minutes(1)))
struct StreamPlaceTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  @Test("is a pipe, a device, or what a descriptor is open for")
  func kinds() throws {
    try folder.write("a", to: "file")
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0 && symlink("pipe", folder.path("link")) == 0)
    for path in ["/dev/null", "/dev/stdout", "/dev/stderr", "/dev/fd/2", folder.path("pipe"), folder.path("link")] {
      #expect(StreamPlace.isOne(path), "\(path)")
    }
    for path in [folder.path("file"), folder.path, folder.path("missing"), "/dev/fd/x"] {
      #expect(!StreamPlace.isOne(path), "\(path)")
    }
  }

  @Test("is written into, one piece behind the other, and stays")
  func written() throws {
    let path = folder.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let reader = try OpenFile<SystemError>(path, O_RDONLY | O_NONBLOCK, for: .reading)
    let stream = try #require(try OpenFile<SystemError>.stream(at: path))
    try stream.append([1, 2])
    try stream.append([3])
    var bytes = [UInt8](repeating: 0, count: 8)
    #expect(read(reader.descriptor, &bytes, bytes.count) == 3 && bytes.prefix(3) == [1, 2, 3])
    #expect(StreamPlace.isOne(path))
    #expect(try OpenFile<SystemError>.stream(at: folder.path("missing")) == nil)
  }

  @Test("by its descriptor begins where that stands")
  func descriptors() throws {
    let path = folder.path("file")
    let file = try OpenFile<SystemError>(path, O_RDWR | O_CREAT, permissions: 0o600, for: .writing)
    try file.append([1, 2])
    let stream = try #require(try OpenFile<SystemError>.stream(at: "/dev/fd/\(file.descriptor)"))
    try stream.append([3])
    #expect(try folder.read("file") == [1, 2, 3])
  }

  @Test("A link at the end of a path is followed, also to what is not there yet")
  func links() throws {
    try folder.write("a", to: "file")
    for (link, target) in [("one", "file"), ("two", "missing"), ("three", "two"), ("four", folder.path("missing"))] {
      #expect(symlink(target, folder.path(link)) == 0)
    }
    #expect(StreamPlace.followingLinks(folder.path("one")).hasSuffix("/file"))
    for link in ["two", "three", "four"] {
      #expect(StreamPlace.followingLinks(folder.path(link)) == folder.path("missing"), "\(link)")
    }
    #expect(symlink("circle", folder.path("circle")) == 0)
    #expect(StreamPlace.followingLinks(folder.path("circle")) == folder.path("circle"))
  }
}
