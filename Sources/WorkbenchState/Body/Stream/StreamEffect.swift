import ParleyEngine
import ParleyText
import WorkbenchParts
import WorkbenchServices

/// Work on the events of a stream, done away from the screen.
struct StreamEffect: ServiceEffect {
  enum Job: Sendable {
    case advance(StreamFilter)
    /// An event whole.
    case show(Int)
    /// The texts of all events, or of what a filter gives.
    case join(StreamFilter?, isRevealed: Bool)
  }

  /// A longer text is for a file.
  private static let longestText = 1 << 20
  private static let batch = 500

  let job: Job
  let view: BodyView
  let owner: any BodyOwner

  var lane: Lane? {
    if case .advance = job { Lane("stream \(owner.lane)") } else { nil }
  }

  func perform(with services: Services) async throws -> [Action] {
    switch job {
    case .advance(let filter):
      let result = try await filter.advance(in: view, with: services)
      return [owner.deliver(.stream(.advanced(result, filter)))]
    case .show(let number):
      let events = try await view.events(in: number..<number + 1, limit: StreamEvent.longestFiltered)
      return events.first.map { [.ask(sheet(of: $0))] } ?? []
    case .join(let filter, let isRevealed):
      return [.ask(try await joined(filter, isRevealed, with: services))]
    }
  }

  private func sheet(of event: StreamEvent) -> BodyTextSheet {
    if let message = event.message { return sheet(of: message, number: event.number) }
    let fields = event.fields
    let facts = [
      fields.flatMap { $0.name.isEmpty ? nil : $0.name }, fields.flatMap { $0.id.isEmpty ? nil : "id \($0.id)" },
      event.arrival?.inSeconds,
    ].compactMap(\.self)
    let text = event.isJSON ? JSONPrinter.pretty.string(of: event.value) : event.text
    let title = (["Event \((event.number + 1).grouped)"] + facts).joined(separator: "   ")
    return BodyTextSheet(view.secrets.maskingForeign(title), view.secrets.maskingForeign(text), isJSON: event.isJSON)
  }

  private func sheet(of message: WebSocketEntry, number: Int) -> BodyTextSheet {
    let title = (["Message \((number + 1).grouped)"] + message.facts).joined(separator: "   ")
    let text = message.json.map(JSONPrinter.pretty.string) ?? message.text
    return BodyTextSheet(title, view.secrets.maskingForeign(text), isJSON: message.json != nil)
  }

  private func joined(
    _ filter: StreamFilter?, _ isRevealed: Bool, with services: Services
  ) async throws -> BodyTextSheet {
    var (text, next, count) = ("", 0, 0)
    while text.utf8.count < Self.longestText {
      let pieces = try await pieces(from: next, filter, with: services)
      guard let pieces else { break }
      next += Self.batch
      count += pieces.count
      text += pieces.joined()
    }
    let shown = isRevealed ? text : view.secrets.maskingForeign(text)
    return BodyTextSheet("The text of \(count.counted("event"))", shown.isEmpty ? "There is no text in them." : shown)
  }

  /// Nil behind the last one.
  private func pieces(from first: Int, _ filter: StreamFilter?, with services: Services) async throws -> [String]? {
    guard let filter else {
      let events = try await view.events(in: first..<first + Self.batch, limit: StreamEvent.longestFiltered)
      return events.isEmpty ? nil : events.compactMap(DeltaText.text)
    }
    let events = filter.events(of: first..<first + Self.batch)
    return events.isEmpty ? nil : try await filter.texts(of: events, of: view, with: services)
  }
}

/// The piece of text that an event of a language model's stream adds.
enum DeltaText {
  /// Nil where there is none, as in the event that ends the stream.
  static func text(of event: StreamEvent) -> String? {
    guard event.isJSON else { return event.isComment || event.text == "[DONE]" ? nil : event.text + "\n" }
    let value = event.value
    let places = [
      value["choices"]?[0]?["delta"]?["content"], value["choices"]?[0]?["text"], value["delta"]?["text"],
      value["delta"], value["message"]?["content"], value["response"], value["text"], value["content"],
    ]
    return places.lazy.compactMap { $0?.string }.first
  }
}
