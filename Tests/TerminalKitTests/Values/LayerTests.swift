import Testing

@testable import TerminalKit

private struct Card: Layer {
  var name: String
  var isModal = false
  var presses = 0
  var keyContexts: [KeyContext] { ["card"] }

  mutating func handle(_ event: InputEvent, in context: Int) -> LayerOutcome<String> {
    switch event {
    case .key(Key.enter): return .act(name)
    case .key(Key.escape): return .close("closed \(name)")
    case .key(let key) where key.typed == name.first:
      presses += 1
      return .handled
    default: return .ignored
    }
  }

  func draw(into frame: inout Frame, rect: Rect, in context: Int, isOnTop: Bool) {
    frame.put(isOnTop ? name.uppercased() : name, at: rect.origin)
  }
}

@Suite("Layers are asked from the top", .timeLimit(.minutes(2)))
struct LayerTests {
  @Test("What the top one ignores goes to the next, and out below the last")
  func order() {
    var stack = LayerStack<Card>()
    stack.push(Card(name: "low"))
    stack.push(Card(name: "high"))
    #expect(stack.handle(.key(.character("l")), in: 0) == .handled)
    #expect(stack.layers.map(\.presses) == [1, 0])
    #expect(stack.handle(.key(.enter), in: 0) == .act("high"))
    #expect(stack.handle(.key(.tab), in: 0) == .ignored)
  }

  @Test("A modal one keeps what it ignores")
  func modal() {
    var stack = LayerStack<Card>()
    stack.push(Card(name: "low"))
    stack.push(Card(name: "high", isModal: true))
    #expect(stack.handle(.key(.character("l")), in: 0) == .handled)
    #expect(stack.layers.map(\.presses) == [0, 0])
  }

  @Test("One that closes is gone and its last word is done")
  func close() {
    var stack = LayerStack<Card>()
    stack.push(Card(name: "only"))
    #expect(stack.handle(.key(.escape), in: 0) == .act("closed only"))
    #expect(stack.isEmpty)
  }

  @Test("They are drawn from the bottom up")
  func draw() {
    var stack = LayerStack<Card>()
    stack.push(Card(name: "below"))
    stack.push(Card(name: "on"))
    var frame = Frame(size: Size(width: 8, height: 1))
    stack.draw(into: &frame, rect: frame.bounds, in: 0)
    #expect(frame.text == "ONlow")
  }
}
