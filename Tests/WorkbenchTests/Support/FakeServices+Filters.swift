import ParleyEngine
import ParleyWorkspace

@testable import Workbench

extension FakeServices {
  /// Filters that only pick need no other process.
  func picked(by text: String, from body: JSONValue) async -> FilterOutcome {
    guard let filter = try? JQFilter(parsing: text), filter.isPath,
      let values = try? await JQ().values(of: filter, on: JQInput(body))
    else { return .mistake(FilterMistake("syntax error", column: text.count)) }
    return .values(values)
  }
}
