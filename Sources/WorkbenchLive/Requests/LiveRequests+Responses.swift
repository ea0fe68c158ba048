import JQ
package import ParleyEngine
internal import ParleyFiles
package import ParleyModel
import ParleyWorkspace
package import WorkbenchServices

// What is made of a response that is here.
extension LiveRequests {
  package func filter(_ text: String, _ body: JSONValue, of response: Response?) async -> FilterOutcome {
    let session = session
    let filter: JQFilter
    do throws(JQCompileError) {
      filter = try JQFilter(parsing: text)
    } catch {
      return .mistake(FilterMistake(error))
    }
    let input =
      if let response { await session.checks.filterInput(body, of: response, for: [filter]) } else {
        await session.checks.filterInput(body, for: [filter])
      }
    do throws(JQError) {
      return .values(try await session.jq.values(of: filter, on: input))
    } catch {
      return .mistake(FilterMistake(error))
    }
  }

  package func filter(_ text: String, each values: [JSONValue], of response: Response?) async -> FilterEachOutcome {
    let session = session
    let filter: JQFilter
    do throws(JQCompileError) {
      filter = try JQFilter(parsing: text)
    } catch {
      return .mistake(FilterMistake(error))
    }
    let input =
      if let response { await session.checks.filterInput(.null, of: response, for: [filter]) } else {
        await session.checks.filterInput(for: [filter])
      }
    return .each(
      await session.jq.values(of: filter, onEach: values, with: input).map { $0.mapError(FilterMistake.init) })
  }

  package func keepAsMock(_ response: Response, method: String, of request: RequestID) async throws -> String {
    let session = session
    let file = try session.mocks.keep(response, method: method, of: request.rawValue)
    bus.post(custom: "mock.kept", parameters: ["request": .string(request.rawValue), "file": .string(file)])
    return file
  }

  package func filledIn(message: String) async throws -> String {
    try await session.sending.render(message: message).text
  }
}

extension FilterMistake {
  fileprivate init(_ mistake: JQCompileError) {
    self.init(mistake.message, column: mistake.column)
  }

  fileprivate init(_ error: JQError) {
    self.init([error.summary, error.advice].compactMap(\.self).joined(separator: " "))
  }
}
