import Glibc
import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyStore

@Suite("Bodies in files", .timeLimit(.minutes(2)))
struct BodyFileTests {
  let folder = TemporaryFolder()
  let piece = SealedPieces.pieceSize

  private func bodies() throws -> BodyFolder {
    try BodyFolder(
      in: Folder.makingPrivate(folder("store")),
      sealedBy: AESSealer(keyName: "machine", key: .init(repeating: 7, count: 32)))
  }

  private func file(_ bytes: [UInt8], sealed: Bool, chunk: Int = 100_000) throws -> any StoredBody {
    let file = try #require(try bodies().makeFile(sealed: sealed) as? any StoredBody)
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      try bytes[start..<min(start + chunk, bytes.count)].withUnsafeBytes(file.append)
    }
    return file
  }

  @Test(
    "Any window can be read, while the body grows and after it was kept", arguments: [false, true],
    [0, 1, 65_535, 65_536, 65_537, 200_000])
  func windows(sealed: Bool, count: Int) throws {
    let bytes = noise(count)
    let file = try file(bytes, sealed: sealed)
    #expect(!file.isComplete)
    try expectWindows(of: bytes, in: file)
    try file.finish()
    #expect(file.isComplete)
    try expectWindows(of: bytes, in: file)
    try bodies().keep(file)
    try expectWindows(of: bytes, in: file)
    try expectWindows(of: bytes, in: bodies().open(file.keptName, count: count, sealed: sealed))
  }

  private func expectWindows(of bytes: [UInt8], in source: any ByteSource) throws {
    #expect(source.count == bytes.count)
    let edges = [0, 1, piece - 1, piece, piece + 1, 2 * piece, bytes.count - 1, bytes.count, bytes.count + 1]
    for start in edges where start >= 0 {
      for count in [0, 1, 10, piece, 2 * piece + 1, .max] {
        let end = start >= bytes.count ? start : start + min(count, bytes.count - start)
        let expected = start < end ? Array(bytes[start..<end]) : []
        #expect(try source.read(at: start, count: count) == expected)
      }
    }
    #expect(try source.read(at: -1, count: 5).isEmpty)
    #expect(try source.read(at: .max, count: .max).isEmpty)
  }

  @Test("A file is named by the SHA-256 of what is in it")
  func names() throws {
    let file = try file(Array("abc".utf8), sealed: false)
    try file.finish()
    #expect(file.keptName == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    let sealed = try self.file(noise(100_000), sealed: true)
    try sealed.finish()
    try bodies().keep(sealed)
    let stored = try bodies().folder.file(sealed.keptName)
    let copy = try self.file(Disk.read(stored), sealed: false)
    #expect(copy.keptName == sealed.keptName)
  }

  @Test("A body that is discarded, or forgotten, leaves no file", arguments: [false, true])
  func leavesNothing(sealed: Bool) throws {
    var kept: (any StoredBody)? = try file(noise(100), sealed: sealed)
    #expect(Disk.names(in: folder("store/bodies")).count == 1)
    kept = nil
    #expect(Disk.names(in: folder("store/bodies")).isEmpty)
    let discarded = try file(noise(100), sealed: sealed)
    discarded.discard()
    #expect(Disk.names(in: folder("store/bodies")).isEmpty)
    _ = kept
  }

  @Test("A sealed file that was changed, cut, lengthened or whose pieces were swapped does not open")
  func noticesChanges() throws {
    let count = 3 * piece
    let file = try file(noise(count), sealed: true)
    try file.finish()
    try bodies().keep(file)
    let path = try bodies().folder.file(file.keptName)
    let good = Disk.read(path)
    let (first, second) = (SealedPieces.offset(of: 0), SealedPieces.offset(of: 1))
    let size = second - first
    let swapped = good[..<first] + good[second..<second + size] + good[first..<second] + good[(second + size)...]
    var flipped = good
    flipped[first + 20] ^= 1
    var other = good
    other[20] ^= 1
    for bad in [
      Array(swapped), flipped, other, Array(good.dropLast()), Array(good[..<(second + size)]), good + [0], [],
    ] {
      Disk.write(bad, to: path)
      let error = #expect(throws: RepositoryError.self) {
        try bodies().open(file.keptName, count: count, sealed: true).read(at: 0, count: count)
      }
      #expect(error?.kind == .damaged)
    }
    Disk.write(Array(good[..<(second + size)]), to: path)
    #expect(throws: RepositoryError.self) {
      try bodies().open(file.keptName, count: 2 * piece, sealed: true).read(at: piece, count: 1)
    }
  }

  @Test("A damaged piece leaves the other pieces readable")
  func damageIsLocal() throws {
    let bytes = noise(3 * piece)
    let file = try file(bytes, sealed: true)
    try file.finish()
    try bodies().keep(file)
    Disk.flipBit(at: SealedPieces.offset(of: 1) + 100, of: try bodies().folder.file(file.keptName))
    let body = try bodies().open(file.keptName, count: bytes.count, sealed: true)
    #expect(try body.read(at: 0, count: piece) == Array(bytes[..<piece]))
    #expect(throws: RepositoryError.self) { try body.read(at: piece, count: 1) }
    #expect(try body.read(at: 2 * piece, count: piece) == Array(bytes[(2 * piece)...]))
  }
}

@Suite("Large bodies of exchanges", .timeLimit(.minutes(2)))
struct LargeBodyTests {
  let folder = TemporaryFolder()

  @Test("A body received into the store's own file is moved, not copied", arguments: [false, true])
  func moves(isSecret: Bool) async throws {
    let store = try await Store.opened(in: folder)
    let bytes = noise(2_000_000)
    let body = BodyBuffer(storage: store.bodies, memoryLimit: 1 << 20, sealed: isSecret)
    try bytes.withUnsafeBytes(body.append)
    try body.finish()
    let inode = Disk.inodes(in: folder("store/bodies"))
    let exchange = Exchange.answered("big", body: body, secrets: Secrets(isSecret ? ["a"] : []))
    try await store.keep(exchange)
    #expect(Disk.inodes(in: folder("store/bodies")) == inode)
    let found = try #require(try await store.history.exchange(exchange.id)?.exchange.response)
    #expect(try found.body.all() == bytes)
    #expect(try body.all() == bytes)
    #expect(try await store.history.recent(1).first?.size == bytes.count)
    await store.close()
  }

  @Test("A body from elsewhere goes into a file, and so does that of a request", arguments: [false, true])
  func copies(isSecret: Bool) async throws {
    let store = try await Store.opened(in: folder)
    let (sent, received) = (noise(1_500_000), noise(1_200_000))
    let exchange = Exchange.answered(
      body: InMemoryBytes(received), requestBody: sent, secrets: Secrets(isSecret ? ["a"] : []))
    try await store.keep(exchange)
    #expect(Disk.names(in: folder("store/bodies")).count == 2)
    let found = try #require(try await store.history.exchange(exchange.id))
    #expect(try found.requestBody?.all() == sent)
    #expect(found.exchange.request.body == nil)
    #expect(try found.exchange.response?.body.all() == received)
    await store.close()
  }

  @Test("A body that was received unsealed is sealed when its exchange turns out to be secret")
  func sealsAfterwards() async throws {
    let store = try await Store.opened(in: folder)
    let body = BodyBuffer(storage: store.bodies, memoryLimit: 0, sealed: false)
    try noise(2_000_000).withUnsafeBytes(body.append)
    try body.finish()
    try await store.keep(.answered("x", body: body, secrets: Secrets(["a"])))
    body.discard()
    let names = Disk.names(in: folder("store/bodies"))
    #expect(names.count == 1)
    #expect(!Disk.read(folder("store/bodies/\(names.first ?? "")")).holds(noise(64)))
    await store.close()
  }

  @Test("The same body is kept once, and stays while anybody needs it")
  func sharesFiles() async throws {
    let store = try await Store.opened(in: folder)
    let exchanges = (0..<3).map { _ in Exchange.answered(body: InMemoryBytes(noise(1_100_000))) }
    for exchange in exchanges { try await store.keep(exchange) }
    #expect(Disk.names(in: folder("store/bodies")).count == 1)
    try await store.history.delete([exchanges[0].id, exchanges[1].id])
    let last = try #require(try await store.history.exchange(exchanges[2].id)?.exchange.response)
    try await store.history.delete([exchanges[2].id])
    #expect(Disk.names(in: folder("store/bodies")).isEmpty)
    #expect(try last.body.all() == noise(1_100_000))
    await store.close()
  }

  @Test("When its file is lost the rest of the exchange is still there")
  func lostFile() async throws {
    let store = try await Store.opened(in: folder)
    let exchange = Exchange.answered("x", body: InMemoryBytes(noise(1_100_000)))
    try await store.keep(exchange)
    for name in Disk.names(in: folder("store/bodies")) { unlink(folder("store/bodies/\(name)")) }
    let found = try #require(try await store.history.exchange(exchange.id)?.exchange.response)
    #expect(found.headers[.contentType] == "application/json")
    #expect(found.body.count == 1_100_000)
    #expect(throws: RepositoryError.self) { try found.body.read(at: 0, count: 1) }
    await store.close()
  }
}

extension Disk {
  static func inodes(in folder: String) -> [ino_t] {
    names(in: folder).map { name in
      var status = stat()
      return stat("\(folder)/\(name)", &status) == 0 ? status.st_ino : 0
    }
  }
}
