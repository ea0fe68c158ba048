import ParleyEngine
import Testing

@Suite("A text is found among bytes", .timeLimit(.minutes(2)))
struct ByteSearchTests {
  @Test(
    "wherever it stands",
    arguments: [
      ("needle", "needle", [0]), ("xxneedle", "needle", [2]), ("needleneedle", "needle", [0, 6]),
      ("aaaaa", "aa", [0, 2]),
      ("abc", "abcd", []), ("", "a", []), ("abc", "", []), ("ababac", "abac", [2]), ("größe Größe", "öß", [2, 10]),
      ("a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s", ".s", [35]), ("Needle", "needle", []),
    ])
  func found(text: String, pattern: String, offsets: [Int]) throws {
    var search = ByteSearch(pattern)
    try search.advance(in: InMemoryBytes(text), unless: { false })
    #expect(search.offsets == offsets)
    #expect(search.count == offsets.count)
  }

  @Test("in either case, if asked", arguments: ["TOKEN", "token", "ToKeN"])
  func ignoringCase(pattern: String) throws {
    var search = ByteSearch(pattern, ignoringCase: true)
    try search.advance(in: InMemoryBytes("token Token TOKEN tokem @oken \u{4B}oken t[ken"), unless: { false })
    #expect(search.offsets == [0, 6, 12])
    var signs = ByteSearch("@[`{", ignoringCase: true)
    try signs.advance(in: InMemoryBytes("`{@[ @[`{ @[@["), unless: { false })
    #expect(signs.offsets == [5])
  }

  @Test("as a plain search finds it, whatever the windows", arguments: 0..<30)
  func anyWindows(seed: Int) throws {
    var random = SplitMix(state: UInt64(seed))
    let bytes = (0..<2000).map { _ in "abAB".utf8.randomElement(using: &random) ?? 0 }
    let pattern = (0..<Int.random(in: 1...5, using: &random)).map { _ in "abAB".utf8.randomElement(using: &random) ?? 0
    }
    for ignoringCase in [false, true] {
      let expected = plainSearch(pattern, in: bytes, ignoringCase: ignoringCase)
      for step in [1, 2, 7, 64, 5000] {
        var search = ByteSearch(pattern, ignoringCase: ignoringCase)
        while try search.advance(in: InMemoryBytes(bytes), step: step) {}
        #expect(search.offsets == expected)
      }
    }
  }

  @Test("offsets are kept up to the limit, the rest is counted")
  func limit() throws {
    var search = ByteSearch("a", limit: 3)
    try search.advance(in: InMemoryBytes(String(repeating: "ab", count: 100)), unless: { false })
    #expect(search.offsets == [0, 2, 4])
    #expect(search.count == 100)
    #expect(search.patternLength == 1)
  }

  @Test("it goes on where bytes arrive, and stops when told to")
  func growing() throws {
    let source = TestBytes("find me, fi".bytes, isComplete: false)
    var search = ByteSearch("find")
    try search.advance(in: source, unless: { false })
    #expect(search.offsets == [0])
    source.append("nd me".utf8)
    try search.advance(in: source, unless: { true })
    #expect(search.offsets == [0])
    try search.advance(in: source, unless: { false })
    #expect(search.offsets == [0, 9])
  }

  @Test("it can begin anywhere")
  func start() throws {
    var search = ByteSearch("a", from: 3)
    try search.advance(in: InMemoryBytes("aabaa"), unless: { false })
    #expect(search.offsets == [3, 4])
  }

  private func plainSearch(_ pattern: [UInt8], in bytes: [UInt8], ignoringCase: Bool) -> [Int] {
    let fold = { (bytes: [UInt8]) in ignoringCase ? bytes.map { $0 | 0x20 } : bytes }
    let (pattern, bytes) = (fold(pattern), fold(bytes))
    var (offsets, index): ([Int], Int) = ([], 0)
    while index + pattern.count <= bytes.count {
      let isMatch = Array(bytes[index..<index + pattern.count]) == pattern
      if isMatch { offsets.append(index) }
      index += isMatch ? pattern.count : 1
    }
    return offsets
  }
}
