import ParleyModel
import TerminalKit
import Testing

@testable import WorkbenchParts
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("The notes of a request", .timeLimit(.minutes(2)))
struct ComposerNotesTests {
  private static let notes = """
    # Paying

    Pays a cart with **one** card, and answers with the receipt once the bank has said yes, which takes _long_.
    Call `cart/read` first.

    - one card
    - or a [voucher](https://shop.test/v) that is worth at least as much as all that is in the cart, or a little more
      - [x] tried

    ```
    curl -d @card.json
    ```
    """

  @Test("are drawn as Markdown and broken at the width of the pane; no mark of it is left", arguments: [40, 78, 140])
  func drawn(width: Int) throws {
    var test = try ComposerUnderTest(RequestDraft(url: "/", docs: Self.notes), width: width, height: 40)
    test.apply(.show(.docs))
    let frame = test.frame
    let picture = frame.lines.dropFirst(2).joined(separator: " ").split(separator: " ").joined(separator: " ")
    for mark in ["# Paying", "**", "_long_", "`", "](", "…"] {
      #expect(!picture.contains(mark), "\(mark) in \(picture)")
    }
    for words in [
      "Paying", "yes, which", "cart/read", "• one card", "in the cart, or a little more", "☑ tried",
      "curl -d @card.json",
    ] {
      #expect(picture.contains(words), "\(words) in \(picture)")
    }
    let heading = try #require(frame.lines.firstIndex { $0.contains("Paying") })
    let start = try #require((0..<width).first { frame[$0, heading].grapheme == "P" })
    #expect(frame[start, heading].style.attributes.contains(.bold))
  }

  @Test("that are longer than the pane are scrolled to their end, and edited as the text that they are, at that place")
  func scrolled() throws {
    let lines = (1...30).map { "- point \($0) has a few words that do not fit into one line of the pane" }
    var test = try ComposerUnderTest(RequestDraft(url: "/", docs: lines.joined(separator: "\n")), width: 40, height: 12)
    test.apply(.show(.docs))
    #expect(test.picture.contains("• point 1 "))
    try test.press("j", "G")
    #expect(test.picture.contains("• point 30"))
    try test.press("Enter")
    #expect(test.picture.contains("- point 2") && !test.picture.contains("- point 1 "))
    try test.press("'x'", "Esc")
    #expect(test.picture.contains("• point") && test.composer.draft.docs.contains("x"))
  }
}
