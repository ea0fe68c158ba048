package import HTTPTypes
package import ParleyEngine
package import ParleyFiles
internal import ParleyText

/// A request of a workspace that becomes a step, with the exchange in which it was sent, if it was.
package struct ChainStep: Sendable {
  /// A request as it went out, and the body that came back.
  package struct Happened: Sendable {
    package var id: ExchangeID?
    package var startedAt: Timestamp?
    /// Nil where no response came.
    package var status: Int?
    package var sent: SentRequest
    package var response: [UInt8]
    package var responseHeaders: HTTPFields
    /// The secrets of the exchange, which must not be written anywhere.
    package var secrets: Secrets

    package init(
      _ sent: SentRequest, response: [UInt8] = [], responseHeaders: HTTPFields = [:], secrets: Secrets = Secrets()
    ) {
      self.sent = sent
      self.response = response
      self.responseHeaders = responseHeaders
      self.secrets = secrets
    }
  }

  /// A request that is made, because what was sent has none.
  package struct Created: Sendable {
    /// The secrets that templates stand for in the request.
    package let secrets: [ImportedSecret]
    /// Notes, in sentences, on what could not be taken over.
    package let notes: [String]

    package init(secrets: [ImportedSecret], notes: [String]) {
      self.secrets = secrets
      self.notes = notes
    }
  }

  @CopyOnWrite package private(set) var request: EffectiveRequest
  package let happened: Happened?
  /// Nil where the request has a file.
  package let created: Created?

  /// - Parameter happened: nil for a request that was never sent.
  package init(_ request: EffectiveRequest, _ happened: Happened?, created: Created? = nil) {
    self.request = request
    self.happened = happened
    self.created = created
  }

  var exchange: ChainExchange {
    guard let happened else {
      return ChainExchange(request.id, SentRequest(method: "GET", url: "", headers: HTTPFields(), body: nil))
    }
    let root = (request.response.root.value ?? "").split(separator: ".").map { ValuePath.Segment.key(String($0)) }
    return ChainExchange(
      request.id, happened.sent, variables: variables(in: happened.sent.url), response: happened.response,
      responseHeaders: happened.responseHeaders, root: ValuePath(root))
  }

  /// Which segments of what was sent are variables of the request's URL. Both end alike, whatever the server's address is.
  private func variables(in url: String) -> [Int: String] {
    let sent = SentURL(url).segments
    let written = Self.segments(of: request.definition.url.value)
    guard written.count <= sent.count else { return [:] }
    let offset = sent.count - written.count
    return written.enumerated().reduce(into: [:]) { variables, segment in
      if let name = PathTemplate(segment.element).names.first, segment.element == ":\(name)" {
        variables[offset + segment.offset] = name
      }
    }
  }

  private static func segments(of url: String) -> [String] {
    let address = url.prefix { $0 != "?" && $0 != "#" }
    let behindScheme = address.firstRange(of: "://").map { address[$0.upperBound...] } ?? address
    let path = behindScheme.firstIndex(of: "/").map { behindScheme[behindScheme.index(after: $0)...] } ?? behindScheme
    return path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }
}
