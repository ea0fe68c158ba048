import Testing

@testable import WorkbenchParts
@testable import WorkbenchState

@Suite("Fuzzy matching", .timeLimit(.minutes(2)))
struct FuzzyMatchTests {
  @Test("letters match in their order, whatever stands between them")
  func order() {
    #expect(FuzzyMatch("sreq", in: "Send the request")?.places.count == 4)
    #expect(FuzzyMatch("qs", in: "Send the request") != nil)
    #expect(FuzzyMatch("xyz", in: "Send the request") == nil)
  }

  @Test("what stands as a whole is found as a whole")
  func whole() {
    #expect(FuzzyMatch("env", in: "New environment")?.places == [4, 5, 6])
  }

  @Test("the starts of words are worth more than letters within")
  func starts() throws {
    let initials = try #require(FuzzyMatch("lf", in: "Last failure"))
    let inner = try #require(FuzzyMatch("lf", in: "Bellflower"))
    #expect(initials.places == [0, 5])
    #expect(initials.score > inner.score)
  }

  @Test("the start of a text is worth more than the starts of two words in it")
  func front() throws {
    let front = try #require(FuzzyMatch("tr", in: "Trust this workspace"))
    let words = try #require(FuzzyMatch("tr", in: "Delete the row"))
    #expect(front.score > words.score)
  }

  @Test("an exact match comes first, then what begins with it, then the rest; equals stay in their order")
  func ranking() {
    let names = ["post-it", "compost", "POST", "post", "p-o-s-t", "posts"]
    #expect(
      names.ranked(by: "post", \.self).map(\.element) == ["post", "POST", "post-it", "posts", "p-o-s-t", "compost"])
    #expect(["b", "a"].ranked(by: "", \.self).map(\.element) == ["b", "a"])
  }

  @Test("nothing typed matches everything")
  func nothing() {
    #expect(FuzzyMatch("", in: "anything")?.places == [])
  }

  @Test("the beginning of a word comes before letters at the beginnings of several")
  func wordFirst() {
    #expect(
      ["Copy the URL", "Copy as curl", "Curl version"].ranked(by: "curl", \.self).map(\.element)
        == ["Curl version", "Copy as curl", "Copy the URL"])
  }

  @Test(
    "letters that stand apart and start no words are a loose match",
    arguments: [
      ("save", "Start or stop the mock server", true), ("save", "Save to the file", false),
      ("stf", "Save to the file", false),
      ("rver", "mock server", false), ("curl", "Copy as curl", false),
    ])
  func loose(pattern: String, text: String, isLoose: Bool) {
    #expect(FuzzyMatch(pattern, in: text)?.isLoose == isLoose)
  }
}
