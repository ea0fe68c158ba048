import ParleyEngine
import Testing

@Suite("Where the values of an edited step come from", .timeLimit(.minutes(2)))
struct EditedSourceTests {
  private static func record(_ url: String, to newURL: String, _ header: String, to newHeader: String) -> NodeRecord {
    func parts(_ url: String, _ header: String) -> JSONValue {
      RequestParts(method: "GET", url: url, headers: [.init("X-One", header), .init("X-Two", "2")], body: .none).json
    }
    var record = NodeRecord(
      path: .root.node(1), name: "pay", kind: .request, state: .succeeded, startedAt: Timestamp(microseconds: 0))
    record.made.sources = ["url", "path id", "query page", "query size", "header x-one", "header X-Two", "body"].map {
      NodeSource(place: $0, origin: .step(.root.node(0), .root))
    }
    record.made.edits = [NodeEdit(.request, was: parts(url, header), became: parts(newURL, newHeader))]
    return record
  }

  private static func byHand(_ record: NodeRecord) -> [String] {
    record.sources.filter { $0.origin == .byHand }.map(\.place)
  }

  @Test(
    "only the parts that are other than before are a person's",
    arguments: [
      ("/a/1?page=1&size=9", "/a/1?page=2&size=9", "1", "1", ["query page"]),
      ("/a/1?page=1", "/a/2?page=1", "1", "1", ["url"]),
      ("/a/1", "/a/1", "1", "one", ["header X-One"]),
      ("/a/1", "/a/1?more=1", "1", "1", ["query more"]),
      ("/a/1", "/a/1", "1", "1", []),
    ])
  func parts(_ url: String, _ newURL: String, _ header: String, _ newHeader: String, _ places: [String]) {
    let record = Self.record(url, to: newURL, header, to: newHeader)
    #expect(Self.byHand(record) == places)
    let kept = record.sources.filter { $0.origin != .byHand }.map(\.place)
    for place in places { #expect(!kept.contains { $0.lowercased() == place.lowercased() }) }
    #expect(kept.contains("header X-Two") && kept.contains("body"))
    #expect(kept.contains("path id") == (places != ["url"]))
  }

  @Test("of an edit that does not say what it was about, nothing is known; a taken result names its run")
  func old() {
    var record = Self.record("/a", to: "/a", "1", to: "1")
    record.made.edits = [NodeEdit(.request)]
    #expect(record.sources.map(\.place) == ["request"])
    record.made.sources = [NodeSource(place: "output.id", origin: .shared("k"))]
    record.made.edits = [NodeEdit(.result, was: 1, from: "14")]
    #expect(record.sources.map(\.place) == ["output"])
    #expect(record.sources.first?.origin == .other("✎ the result that run 14 recorded"))
  }
}
