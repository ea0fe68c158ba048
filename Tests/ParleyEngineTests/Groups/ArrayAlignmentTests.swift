import ParleyEngine
import Testing

@Suite("Which elements of two lists are the same one", .timeLimit(.minutes(2)))
struct ArrayAlignmentTests {
  private func pairs(_ left: JSONValue, _ right: JSONValue, ignoring: [String] = []) throws -> [String] {
    ArrayAlignment(left.array ?? [], right.array ?? [], ignoring: try IgnoredPaths(ignoring)).pairs
      .map { "\($0.left.map(String.init) ?? "-")\($0.right.map(String.init) ?? "-")" }
  }

  @Test(
    "elements that are equal are found again, wherever others were put or taken away",
    arguments: [
      ([1, 2, 3], [0, 1, 2, 3], ["-0", "01", "12", "23"]), ([1, 2, 3], [2, 3], ["0-", "10", "21"]),
      ([1, 2, 3], [1, 9, 3], ["00", "11", "22"]), ([1, 2, 3, 4], [2, 3, 5, 4], ["0-", "10", "21", "-2", "33"]),
      ([1, 1, 2], [1, 2, 2], ["00", "11", "22"]), ([], [1], ["-0"]), ([1], [], ["0-"]), ([], [], []),
    ] as [(JSONValue, JSONValue, [String])])
  func equal(_ left: JSONValue, _ right: JSONValue, _ expected: [String]) throws {
    #expect(try pairs(left, right) == expected)
  }

  @Test("an element that has changed is found again by its id, or by half of its members")
  func alike() throws {
    let old: JSONValue = [["id": 1, "n": "a"], ["id": 2, "n": "b"], ["id": 3, "n": "c"]]
    #expect(try pairs(old, [["id": 2, "n": "x"], ["id": 3, "n": "c"]]) == ["0-", "10", "21"])
    #expect(try pairs([["k": 1, "n": 1]], [["z": 0], ["k": 1, "n": 2]]) == ["-0", "01"])
    #expect(try pairs([["k": 1]], [["z": 0], ["k": 2]]) == ["0-", "-0", "-1"])
  }

  @Test("what is ignored in elements does not keep them from being found again")
  func ignoring() throws {
    let old: JSONValue = [["at": 1, "n": "a"], ["at": 2, "n": "b"]]
    let new: JSONValue = [["at": 9, "n": "z"], ["at": 8, "n": "a"], ["at": 7, "n": "b"]]
    #expect(try pairs(old, new, ignoring: [".[*].at"]) == ["-0", "01", "12"])
    let found = ValueDifference.between(old, new, ignoring: try IgnoredPaths([".[*].at"]))
    #expect(found.map { "\($0.path)" } == [".[0]"])
  }

  @Test("a place is that in the left list, and of what only the right one has, that in the right one")
  func places() throws {
    let found = ValueDifference.between(
      ["items": [["id": 1, "n": 1], ["id": 2, "n": 1]]],
      ["items": [["id": 0, "n": 0], ["id": 1, "n": 1], ["id": 2, "n": 5]]])
    #expect(found.map { "\($0.path)" } == [".items[0]", ".items[1].n"])
    #expect(found[0].left == nil && found[1].right == 5)
    let ignored = try IgnoredPaths([".items[1].n"])
    #expect(ignored.cover(found[1].path) && !ignored.cover(found[0].path))
  }

  @Test("in lists too long for every change to be looked for, elements that occur once are found again")
  func long() throws {
    let old = (0..<20_000).map { JSONValue.object(["id": .number(JSONNumber($0)), "name": "a"]) }
    var new = old
    new.remove(at: 15_000)
    new.insert(["id": -1, "name": "new"], at: 3)
    new[9000]["name"] = "b"
    let found = ValueDifference.between(.array(old), .array(new))
    #expect(found.map { "\($0.path)" } == [".[3]", ".[8999].name", ".[15000]"])
  }
}
