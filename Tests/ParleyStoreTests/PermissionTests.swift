import Glibc
import Testing

@testable import ParleyStore

@Suite("Only the owner can read what a store writes", .timeLimit(.minutes(2)))
struct PermissionTests {
  let folder = TemporaryFolder()

  @Test("Folders are 0700 and files 0600, whatever the umask", arguments: ["000", "022", "777"])
  func modes(mask: String) async throws {
    let user = geteuid() == 0 ? 65534 : geteuid()
    chown(folder.path, user, gid_t.max)
    let torture = try #require(
      Torture("write", folder("deep/store"), folder("deep/keys/machine.key"), String(user), mask))
    #expect(await torture.lines() == ["done"])
    let files = Disk.files(below: folder("deep"))
    #expect(files.contains { $0.hasSuffix("log.sqlite-wal") })
    #expect(files.contains { $0.contains("/bodies/arriving-") })
    #expect(files.contains { $0.hasSuffix("machine.key") })
    #expect(files.filter { Disk.mode($0) != 0o600 } == [])
    #expect(Disk.folders(below: folder("deep")).filter { Disk.mode($0) != 0o700 } == [])
  }

  @Test("A store that others could enter is closed to them")
  func closesAnOpenFolder() async throws {
    mkdir(folder("store"), 0o777)
    chmod(folder("store"), 0o777)
    let store = try await Store.opened(in: folder)
    #expect(Disk.mode(folder("store")) == 0o700)
    await store.close()
  }
}
