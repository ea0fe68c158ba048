import HTTPTypes
package import ParleyEngine
package import ParleyModel
import WorkbenchServices

/// The meaning of a response in the API's own terms: the kind of error, the API's own message, and the page of a longer
/// list.
package struct Verdict: Hashable, Sendable {
  /// The kind of error, with the next step; nil for a response that is none, or is expected.
  var problem: Problem?
  /// The API's own message: of an error, or in its envelope.
  var message: String?
  package var pagination: Pagination?
  /// The format of the API's description that the body is; nil for any other body.
  package var description: ImportFormat?

  /// Larger bodies are not looked into.
  private static let limit = 1 << 20

  init(_ response: Response, masking secrets: Secrets) {
    let json = response.body.count <= Self.limit ? try? response.json() : nil
    let failure = try? json?.decode(StandardFailure.self)
    problem = response.isAccepted ? nil : Self.error(response, failure).map(Problem.init)
    let opened = response.model as? DeclaredEnvelope.Opened
    let declared = (response.error as? APIError<DeclaredEnvelope.Failure>)?.failure
    if problem == nil, let error = response.error, declared != nil { problem = Problem(error) }
    pagination = opened?.pagination ?? (try? json?.decode(StandardEnvelope.self))?.pagination
    let words = declared?.words ?? opened?.message ?? Self.words(of: problem == nil ? nil : failure, or: json)
    message = words.map(secrets.maskingForeign)
    if response.isAccepted { description = Self.description(json, response) }
  }

  /// Bytes at the start of a body that show what it describes.
  private static let beginning = 512

  private static func description(_ json: JSONValue?, _ response: Response) -> ImportFormat? {
    if let json { return json["openapi"]?.string != nil ? .openAPI : json["swagger"]?.string != nil ? .swagger : nil }
    guard let bytes = try? response.body.read(at: 0, count: beginning) else { return nil }
    let start = String(decoding: bytes, as: UTF8.self).drop { $0.isWhitespace }
    return [("openapi", ImportFormat.openAPI), ("swagger", .swagger)].first { word, _ in
      start.hasPrefix("\(word):") || start.hasPrefix("{") && start.contains("\"\(word)\"")
    }?.1
  }

  private static func error(_ response: Response, _ failure: StandardFailure?) -> APIError<StandardFailure>? {
    let refusal = APIError<StandardFailure>.Refusal(response: response, failure: failure)
    return switch response.status.code {
    case 401: .unauthorized(refusal)
    case 400..<500: .processingError(refusal)
    case 500..<600: .serverError(refusal)
    default: nil
    }
  }

  /// `Validation failed: email is taken`
  private static func words(of failure: StandardFailure?, or json: JSONValue?) -> String? {
    guard let failure else { return json?["message"]?.string }
    let fields = (failure.result ?? []).compactMap { info in
      info.message.map { message in info.field.map { "\($0): \(message)" } ?? message }
    }
    let parts = [failure.message ?? failure.name].compactMap(\.self) + fields
    // A sentence that goes on has no full stop.
    let joined = parts.dropLast().map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 } + parts.suffix(1)
    return parts.isEmpty ? nil : joined.joined(separator: "; ")
  }
}

extension DeclaredEnvelope.Failure {
  /// `E42: The cart is empty.`
  fileprivate var words: String? {
    let parts = [code, message].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ": ")
  }
}

/// Reads what a response means, away from the screen.
struct VerdictEffect: ServiceEffect {
  let response: Response
  let secrets: Secrets
  let request: RequestID
  let exchange: ExchangeID?

  func perform(with services: Services) async throws -> [Action] {
    [.response(.judged(Verdict(response, masking: secrets), exchange), of: request)]
  }
}
