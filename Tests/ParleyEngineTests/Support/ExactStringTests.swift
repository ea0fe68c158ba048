import ParleyEngine
import Testing

@Suite("Texts that are the same scalars", .timeLimit(.minutes(1)))
struct ExactStringTests {
  private static let samples =
    ["", "a", "b", "ab", "a/b", "\u{e9}", "e\u{301}", "é clair", "0123456789abcde", "0123456789abcdef", "0123456789abcdeg"]
    + ["long enough to stand elsewhere", "long enough to stand elsewhere, and longer", "\u{0}", "\u{0}a", "😀"]

  @Test("are identical where their bytes are, and come in the order of those")
  func pairs() {
    for left in Self.samples {
      for right in Self.samples {
        #expect(left.isIdentical(to: right) == (Array(left.utf8) == Array(right.utf8)))
        #expect(left.precedes(right) == left.utf8.lexicographicallyPrecedes(right.utf8))
        #expect((ExactString(left) == ExactString(right)) == left.isIdentical(to: right))
      }
    }
  }

  @Test("a part of a text is compared with a text")
  func parts() {
    #expect("cart/add".prefix(4).isIdentical(to: "cart"))
    #expect(!"cafe\u{301}".dropFirst().isIdentical(to: "af\u{e9}"))
  }
}
