import JQ
import ParleyEngine
import ParleyFiles
import ParleyWorkspace

/// `parley send --filter`: a filter that sees of a response what expectations see.
struct ResponseFilter: Sendable {
  private let filter: JQFilter
  private let output: FilterOutput
  private let session: Session

  init(_ filter: SendCommand.Filter, _ session: Session) throws(UsageError) {
    do throws(JQCompileError) {
      self.filter = try JQFilter(parsing: filter.text)
    } catch {
      throw UsageError(error, in: filter.text)
    }
    output = filter.output
    self.session = session
  }

  /// The same of one message of a WebSocket.
  func write(_ message: JSONValue, to console: any Console) async throws(JQError) {
    let input = await session.checks.filterInput(message, for: [filter])
    for value in try await session.jq.values(of: filter, on: input) { output.write(value, to: console) }
  }

  func write(_ response: Response, to console: any Console) async throws(JQError) {
    let body = try JQInput(response).value
    let input = await session.checks.filterInput(body, of: response, for: [filter])
    for value in try await session.jq.values(of: filter, on: input) { output.write(value, to: console) }
  }
}
