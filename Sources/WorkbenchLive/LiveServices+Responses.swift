import JQ
package import ParleyEngine
import ParleyWorkspace
package import Workbench

// What is made of a response that is here.
extension LiveServices {
  package func filter(_ text: String, _ body: JSONValue, of response: Response?) async -> FilterOutcome {
    let session = session
    let filter: JQFilter
    do throws(JQCompileError) {
      filter = try JQFilter(parsing: text)
    } catch {
      return .mistake(FilterMistake(error))
    }
    let input =
      if let response { await session.filterInput(body, of: response, for: [filter]) } else {
        await session.filterInput(body, for: [filter])
      }
    do throws(JQError) {
      return .values(try await session.jq.values(of: filter, on: input))
    } catch {
      return .mistake(FilterMistake([error.summary, error.advice].compactMap(\.self).joined(separator: " ")))
    }
  }

  package func keepAsMock(_ response: Response, method: String, of request: RequestID) async throws -> String {
    let session = session
    let file = try session.keepAsMock(response, method: method, of: request.rawValue)
    bus.post(custom: "mock.kept", parameters: ["request": .string(request.rawValue), "file": .string(file)])
    return file
  }
}

extension FilterMistake {
  fileprivate init(_ mistake: JQCompileError) {
    self.init(mistake.message, column: mistake.column)
  }
}
