import JQ
import ParleyEngine
import ParleyFiles
import ParleyText
import ParleyWorkspace
import WorkbenchServices

/// The condition under which a breakpoint stops a run.
///
///     .total > 100        jq, on the step's input before it runs and on its output after
///     $steps.login.ok     the same
///     status>=500         the event log's filter language: anything with one of its fields
///     shared:token        the same
///     length > 3          jq, since it has no field and can be read as jq
///     timeout             a word of the filter, since it is no jq
enum StepCondition: Sendable {
  case jq(JQFilter)
  case filter(LogFilter)

  init(_ text: String) throws {
    let first = text.first { $0 != " " }
    if first == "." || first == "$" {
      self = .jq(try Self.jq(text))
      return
    }
    let filter = LogFilter(text, knowing: .breakpoint)
    if let problem = filter.problems.first {
      // What has no field may be jq that compares.
      guard let jq = try? JQFilter(parsing: text) else { throw Problem(code: "condition.filter", problem) }
      self = .jq(jq)
      return
    }
    if filter.hasField {
      self = .filter(filter)
    } else if let jq = try? JQFilter(parsing: text) {
      self = .jq(jq)
    } else if let sign = filter.strayWord {
      throw Problem(
        code: "condition.blanks",
        "“\(sign)” stands alone. Write a field without blanks, such as ms>200, or jq such as .ms > 200.")
    } else {
      self = .filter(filter)
    }
  }

  private static func jq(_ text: String) throws -> JQFilter {
    do { return try JQFilter(parsing: text) } catch {
      throw Problem(code: "condition.jq", "This is no jq: \(error.message.ended)")
    }
  }

  func holds(at node: GateContext, in session: Session) async throws -> Bool {
    switch self {
    case .jq(let filter): return try await session.groups.holds(filter, at: node)
    case .filter(let filter):
      let request = filter.asksForRequest ? try? await node.request() : nil
      let sent = request.flatMap { try? session.client.preview($0) }
      return filter.holds(for: PausedStepFacts(node, sent: sent, server: request?.server))
    }
  }
}
