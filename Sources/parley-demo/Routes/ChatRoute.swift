import HTTPServing
import ParleyEngine

/// Answers as a language model's API does: whole, or in a stream of deltas.
enum ChatRoute {
  static func all(_ shop: Shop) -> [Route] {
    [
      .post("/chat", "A language model's answer about the shop; with stream: true in deltas, ms milliseconds apart") {
        try await answer($0, shop)
      }
    ]
  }

  private static func answer(_ request: Request, _ shop: Shop) async throws -> ServedResponse {
    let fields = try request.fields()
    let words = words(about: try question(in: fields), shop)
    guard fields["stream"] == true else { return .json(whole(words.joined())) }
    return StreamRoutes.eventStream(
      DeltaSource(events: events(words), pause: try StreamRoutes.pause(request, standard: 60)))
  }

  /// The last message counts.
  private static func question(in fields: JSONValue) throws -> String {
    guard case .array(let messages)? = fields["messages"], let text = messages.last?["content"]?.string else {
      throw Problem.badRequest(
        "There is nothing to answer.", field: "messages", "must be a list of objects with role and content")
    }
    return text
  }

  /// The items whose names have a word of the question; without one, the cheapest.
  private static func words(about question: String, _ shop: Shop) -> [String] {
    let asked = question.lowercased().split { !$0.isLetter }.map(String.init).filter { $0.count > 3 }
    let found = shop.items.filter { item in asked.contains { item.name.lowercased().contains($0) } }
    let items = (found.isEmpty ? shop.items : found).sorted { $0.price.cents < $1.price.cents }.prefix(3)
    let list = items.map { "- \($0.name), \($0.price.json.line) €, \($0.stock) in stock\n" }.joined()
    let text = "You asked: \(question)\n\nThe shop recommends:\n\(list)\nShall I put one into your cart?"
    return pieces(of: text)
  }

  /// A word with the space before it, as tokens are.
  private static func pieces(of text: String) -> [String] {
    var pieces: [String] = []
    for letter in text {
      if pieces.isEmpty || letter == " " || letter == "\n" { pieces.append("") }
      pieces[pieces.count - 1].append(letter)
    }
    return pieces
  }
}

// As OpenAI's API has it, which many others copy.
extension ChatRoute {
  private static func whole(_ text: String) -> JSONValue {
    [
      "id": "chat-1", "object": "chat.completion", "model": "demo",
      "choices": [["index": 0, "message": ["role": "assistant", "content": .string(text)], "finish_reason": "stop"]],
    ]
  }

  private static func events(_ words: [String]) -> [String] {
    let deltas = [chunk(["role": "assistant", "content": ""])] + words.map { chunk(["content": .string($0)]) }
    return [": the demo thinks\n\n"] + (deltas + [chunk([:], reason: "stop")]).map { "data: \($0.line)\n\n" }
      + ["data: [DONE]\n\n"]
  }

  private static func chunk(_ delta: JSONValue, reason: JSONValue = nil) -> JSONValue {
    [
      "id": "chat-1", "object": "chat.completion.chunk", "model": "demo",
      "choices": [["index": 0, "delta": delta, "finish_reason": reason]],
    ]
  }
}

private struct DeltaSource: PieceSource {
  let events: [String]
  let pause: Duration
  private var sent = 0

  init(events: [String], pause: Duration) {
    (self.events, self.pause) = (events, pause)
  }

  mutating func next() async throws -> [UInt8]? {
    guard sent < events.count else { return nil }
    if sent > 0, pause > .zero { try await Task.sleep(for: pause) }
    defer { sent += 1 }
    return Array(events[sent].utf8)
  }
}
