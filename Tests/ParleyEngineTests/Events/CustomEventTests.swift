import ParleyEngine
import TestSupport
import Testing

@Suite("Custom events", .timeLimit(.minutes(2)))
struct CustomEventTests {
  @Test("Identifier, ids and parameters are delivered unchanged, to everyone, in their place")
  func unchanged() async {
    let client = Client(transport: RecordingTransport())
    let (first, second) = (client.events.subscribe(), client.events.subscribe())
    let parameters: JSONValue = ["big": 12_345_678_901_234_567, "text": "a\u{0}b", "list": [1, nil]]
    client.events.post(custom: "cart.changed", callID: "c1", groupID: "g1", parameters: parameters)
    client.events.post(custom: "second")
    let wanted = [
      Event.Custom(identifier: "cart.changed", callID: "c1", groupID: "g1", parameters: parameters),
      Event.Custom(identifier: "second"),
    ]
    for subscription in [first, second] {
      let customs = subscription.takeAvailable().compactMap { delivery -> Event.Custom? in
        if case .event(let event) = delivery, case .custom(let custom) = event.kind { custom } else { nil }
      }
      #expect(customs == wanted)
    }
  }
}
