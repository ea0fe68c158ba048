import ParleyEngine
import Testing

@testable import ParleyStore

@Suite("Shared keys are found", .timeLimit(.minutes(2)))
struct SharedFindingTests {
  let folder = TemporaryFolder()

  private func filled(_ place: SharedPlace) async throws -> SharedUnderTest {
    let test = try await place.shared(in: folder)
    test.shared.register(FlippingCipher(), as: "vault")
    test.shared.rules = SharedRules([SharedRule("user.token", cipher: "vault")])
    try await test.shared.set("user.name", "ada", writer: "user/login")
    try await test.shared.set("user.address.city", "Rome", writer: "by hand")
    try await test.shared.set("page", .json(["ada": [1, 2, 3]]), writer: "Cart/Read")
    try await test.shared.set("user.token", "sealed ada", writer: "user/login")
    try await test.shared.set("user.address.zip", .bytes([1, 2]))
    try await test.shared.set("userless", "x", writer: "by hand")
    return test
  }

  private func names(
    _ test: SharedUnderTest, _ change: (inout SharedQuery) -> Void
  ) async throws -> [String] {
    var query = test.shared.query()
    change(&query)
    let page = try await test.shared.list(query)
    if query.limit == .max { #expect(page.total == page.entries.count) }
    return page.entries.map(\.key.name)
  }

  @Test(
    "A level counts what is below a prefix by its next part, and the keys right there", arguments: SharedPlace.allCases)
  func levels(place: SharedPlace) async throws {
    let test = try await filled(place)
    let root = try await test.shared.level(test.shared.query())
    #expect(root.groups == [.init("user.", count: 4)] && root.groupCount == 1 && root.directCount == 2)
    let user = try await test.shared.level(test.shared.query(prefix: "user."))
    #expect(user.groups == [.init("user.address.", count: 2)] && user.directCount == 2)
    for number in 0..<5 { try await test.shared.set("é.\(number).x", "1") }
    let many = try await test.shared.level(test.shared.query(prefix: "é."), limit: 3)
    #expect(many.groups.map(\.prefix) == ["é.0.", "é.1.", "é.2."] && many.groupCount == 5)
    #expect(try await test.shared.level(test.shared.query(filter: "ADDRESS")).groups == [.init("user.", count: 2)])
    await test.close()
  }

  @Test("Only keys without a further part are direct", arguments: SharedPlace.allCases)
  func direct(place: SharedPlace) async throws {
    let test = try await filled(place)
    #expect(try await names(test) { $0.isDirect = true } == ["page", "userless"])
    let below = try await names(test) { ($0.prefix, $0.isDirect) = ("user.", true) }
    #expect(below == ["user.name", "user.token"])
    await test.close()
  }

  @Test("Keys are sorted by name, time, writer and size, both ways", arguments: SharedPlace.allCases)
  func sorts(place: SharedPlace) async throws {
    let test = try await filled(place)
    let byName = ["page", "user.address.city", "user.address.zip", "user.name", "user.token", "userless"]
    let byTime = ["user.name", "user.address.city", "page", "user.token", "user.address.zip", "userless"]
    let byWriter = ["user.address.zip", "page", "user.address.city", "userless", "user.name", "user.token"]
    let bySize = ["userless", "user.address.zip", "user.name", "user.address.city", "user.token", "page"]
    for (field, order) in [
      (SharedSort.Field.name, byName), (.time, byTime), (.writer, byWriter), (.size, bySize),
    ] {
      #expect(try await names(test) { $0.sort = SharedSort(field) } == order)
    }
    #expect(try await names(test) { $0.sort = SharedSort(.name, isDescending: true) } == byName.reversed())
    #expect(try await names(test) { $0.sort = SharedSort(.time, isDescending: true) } == byTime.reversed())
    let largest = try await names(test) { ($0.sort, $0.limit) = (SharedSort(.size, isDescending: true), 2) }
    #expect(largest == ["page", "user.token"])
    await test.close()
  }

  @Test("Facts of the last change narrow the keys; negated they leave them out", arguments: SharedPlace.allCases)
  func conditions(place: SharedPlace) async throws {
    let test = try await filled(place)
    let last = try #require(try await test.shared.entry("page"))
    let expectations: [(SharedCondition.Fact, [String])] = [
      (.kind(.json), ["page"]), (.writer("LOGIN"), ["user.name", "user.token"]), (.writer("cart/"), ["page"]),
      (.cipher("vau"), ["user.token"]), (.name("ADDRESS"), ["user.address.city", "user.address.zip"]),
      (.size(0...2), ["user.address.zip", "userless"]),
    ]
    let all = try await names(test) { _ in }
    for (fact, found) in expectations {
      #expect(try await names(test) { $0.conditions = [SharedCondition(fact)] } == found)
      let others = try await names(test) { $0.conditions = [SharedCondition(fact, isNegated: true)] }
      #expect(others == all.filter { !found.contains($0) })
    }
    #expect(try await !names(test) { $0.conditions = [SharedCondition(.cipher(nil))] }.contains("user.token"))
    #expect(try await names(test) { $0.conditions = [SharedCondition(.since(last.at))] }.contains("page"))
    let later = SharedCondition(.since(last.at.advanced(by: .seconds(3600))))
    #expect(try await names(test) { $0.conditions = [later] }.isEmpty)
    await test.close()
  }

  @Test("Values are found in pieces; what is locked is counted and not looked into", arguments: SharedPlace.allCases)
  func values(place: SharedPlace) async throws {
    let test = try await filled(place)
    var query = test.shared.query(limit: 4)
    let first = try await test.shared.find(query) { $0.text?.contains("ada") == true }
    #expect(first.entries.map(\.key.name) == ["page", "user.name"] && first.next == "user.name")
    query.after = first.next
    let second = try await test.shared.find(query) { $0.text?.contains("ada") == true }
    #expect(second.entries.map(\.key.name) == ["user.token"] && second.next == nil)
    #expect(second.entries.first?.content == .hidden)
    test.shared.register(LockedCipher(), as: "vault")
    let locked = try await test.shared.find(query) { _ in true }
    #expect(locked.entries.map(\.key.name) == ["userless"] && locked.locked == 1)
    await test.close()
  }

  @Test("A name's position is known without listing those before it", arguments: SharedPlace.allCases)
  func position(place: SharedPlace) async throws {
    let test = try await filled(place)
    #expect(try await test.shared.position(of: "user.address.zip", in: test.shared.query()) == 2)
    #expect(try await test.shared.position(of: "page", in: test.shared.query()) == 0)
    await test.close()
  }
}

private struct LockedCipher: Cipher {
  let isSecret = true

  func encode(_ plain: [UInt8], of key: SharedKey) throws(SharedDataError) -> Ciphertext {
    throw SharedDataError(.locked, "locked")
  }

  func decode(_ kept: Ciphertext, of key: SharedKey) throws(SharedDataError) -> [UInt8] {
    throw SharedDataError(.locked, "locked")
  }
}
