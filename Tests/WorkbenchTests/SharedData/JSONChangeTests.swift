import ParleyEngine
import Testing

@testable import ParleyText

@Suite("One place of a JSON document is changed, and taken back", .timeLimit(.minutes(2)))
struct JSONChangeTests {
  private let text = #"{"b":1.10,"a":{"list":[10,20,30],"x":null},"c":"s"}"#

  private func check(_ change: JSONChange, gives expected: String) throws {
    let document = try JSONValue(parsing: text)
    let (result, inverse) = try change.applied(to: document)
    #expect(JSONPrinter.compact.string(of: result) == expected)
    let (back, again) = try inverse.applied(to: result)
    #expect(JSONPrinter.compact.string(of: back) == text, "as it was, with digits and order")
    #expect(JSONPrinter.compact.string(of: try again.applied(to: back).document) == expected)
  }

  private func path(_ text: String) throws -> ValuePath { try ValuePath(parsing: text) }

  @Test("a leaf is changed, added, removed, renamed and moved; everything else keeps digits and order")
  func changes() throws {
    try check(
      .set(path(".a.list[1]"), to: .string("x"), was: 20),
      gives: #"{"b":1.10,"a":{"list":[10,"x",30],"x":null},"c":"s"}"#)
    try check(
      .insert(.number(JSONNumber("2.50") ?? 0), JSONChange.Place(path(".a"), name: "n", index: 1)),
      gives: #"{"b":1.10,"a":{"list":[10,20,30],"n":2.50,"x":null},"c":"s"}"#)
    try check(
      .remove(path(".b"), was: .number(JSONNumber("1.10") ?? 0)), gives: #"{"a":{"list":[10,20,30],"x":null},"c":"s"}"#)
    try check(
      .move(path(".a.x"), to: JSONChange.Place(path(".a"), name: "y", index: 1), was: .null),
      gives: #"{"b":1.10,"a":{"list":[10,20,30],"y":null},"c":"s"}"#)
    try check(
      .move(path(".c"), to: JSONChange.Place(path(".a.list"), index: 0), was: "s"),
      gives: #"{"b":1.10,"a":{"list":["s",10,20,30],"x":null}}"#)
    try check(
      .move(path(".a.list[0]"), to: JSONChange.Place(path(".a.list"), index: 2), was: 10),
      gives: #"{"b":1.10,"a":{"list":[20,30,10],"x":null},"c":"s"}"#)
    try check(.set(.root, to: .null, was: JSONValue(parsing: text)), gives: "null")
  }

  @Test("what somebody else wrote at that place is not overwritten, elsewhere it is kept")
  func conflicts() throws {
    let document = try JSONValue(parsing: text)
    #expect(throws: JSONChangeError.changed(try path(".b"))) {
      try JSONChange.set(path(".b"), to: 2, was: .number(JSONNumber("1.1") ?? 0)).applied(to: document)
    }
    #expect(throws: JSONChangeError.missing(try path(".z"))) {
      try JSONChange.remove(path(".z"), was: 1).applied(to: document)
    }
    #expect(throws: JSONChangeError.nameTaken(try path(".c"))) {
      try JSONChange.insert(1, JSONChange.Place(.root, name: "c", index: 0)).applied(to: document)
    }
    #expect(throws: JSONChangeError.noContainer(try path(".c"))) {
      try JSONChange.insert(1, JSONChange.Place(path(".c"), index: 0)).applied(to: document)
    }
  }

  @Test("a path is followed when another value is taken out")
  func without() throws {
    #expect(try path(".a[2].x").without(path(".a[0]")) == path(".a[1].x"))
    #expect(try path(".a[2].x").without(path(".a[3]")) == path(".a[2].x"))
    #expect(try path(".a[2].x").without(path(".a[2]")) == nil)
    #expect(try path(".b").without(path(".a")) == path(".b"))
  }
}
