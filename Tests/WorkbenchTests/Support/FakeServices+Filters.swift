import ParleyEngine
import ParleyWorkspace

@testable import Workbench

extension FakeServices {
  func picked(by text: String, from body: JSONValue) async -> FilterOutcome {
    guard let filter = try? JQFilter(parsing: text),
      let values = try? await JQEvaluator().values(of: filter, on: JQInput(body))
    else { return .mistake(FilterMistake("syntax error", column: text.count)) }
    return .values(values)
  }
}

// What becomes of values has tests of its own, over a real session.
extension FakeServices {
  func placesForValues() async throws -> [ValuePlace] { snapshot.valuePlaces }
  func target(of link: FollowedLink) async throws -> LinkTarget {
    .new(RequestDraft(method: "GET", url: link.text), isForeign: true)
  }
}

extension FakeServices {
  func filter(_ text: String, each values: [JSONValue], of response: Response?) async -> FilterEachOutcome {
    guard let filter = try? JQFilter(parsing: text) else {
      return .mistake(FilterMistake("syntax error", column: text.count))
    }
    let outcomes = await JQEvaluator().values(of: filter, onEach: values, with: JQInput(.null))
    return .each(outcomes.map { $0.mapError { FilterMistake($0.summary) } })
  }

  func filledIn(message: String) async throws -> String { message.replacing("{{name}}", with: "Ada") }
}

// Files for other programs, held in memory.
extension FakeServices {
  func stage(_ body: any ByteSource, suffix: String, isSecret: Bool) async throws -> String {
    try await stage(
      String(decoding: body.read(at: 0, count: body.count), as: UTF8.self), suffix: suffix, isSecret: isSecret)
  }

  func discard(_ path: String) async throws { change { $0.staged[path] = nil } }

  func openOutside(_ path: String) async throws -> String {
    change { $0.opened.append(path) }
    return "opener"
  }
}
