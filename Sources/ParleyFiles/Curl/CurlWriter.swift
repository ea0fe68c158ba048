internal import HTTPTypes
package import ParleyEngine
import ParleyText

/// A filled-in request as a curl command: what Parley would send, for a shell.
///
/// Values that only a send determines, such as a token, become shell variables. Parley's own timeouts are left out.
package struct CurlWriter {
  @CopyOnWrite private var rendered: RenderedRequest
  private let sent: SentRequest
  /// The cookies in the jar for the request's URL; nil if there are none.
  private let cookie: String?
  /// A token that is there already.
  private let token: String?
  /// Without the secrets to mask.
  private let quotes: CurlQuotes

  package init(
    _ rendered: RenderedRequest, sent: SentRequest, cookie: String? = nil, token: String? = nil,
    hiding hidden: Secrets = Secrets()
  ) {
    quotes = CurlQuotes(hiding: hidden)
    self.rendered = rendered
    self.sent = sent
    self.cookie = cookie
    self.token = token
  }

  package var text: String {
    let words =
      ["curl \(quoted(url))"] + CurlWords.flags(for: url) + method + headers + authorization + cookies + body + options
    return words.joined(separator: " \\\n  ")
  }

  private var request: Request { rendered.request }

  /// With a key that goes into the query.
  private var url: String {
    guard case .apiKey(let name, let value, .query)? = request.authorization else { return sent.url }
    let end = sent.url.firstIndex(of: "#") ?? sent.url.endIndex
    let mark = sent.url[..<end].contains("?") ? "&" : "?"
    return sent.url[..<end] + mark + "\(PercentText.encoded(name))=\(PercentText.encoded(value))" + sent.url[end...]
  }

  private var method: [String] {
    let implied = rendered.body == nil ? "GET" : "POST"
    switch sent.method {
    case implied: return []
    case "HEAD": return ["--head"]
    default: return ["--request \(quoted(sent.method))"]
    }
  }

  /// The headers to write. `Accept: */*` is left out, as curl sends it by itself, and so is the type of a multipart
  /// body: curl chooses the boundary.
  private var headers: [String] {
    let said = sent.headers.filter { field in
      switch field.name {
      case .accept: field.value != "*/*"
      case .contentType where isMultipart: false
      default: true
      }
    }.map { field in
      let value = quotes.hidden.isEmpty ? field.value : Secrets.maskingCookies(in: field)
      return quoted(CurlWords.header(field.name.rawName, value))
    }
    return (said + takenAway.map { quoted("\($0):") }).map { "--header \($0)" }
  }

  private static let ofCurl: Set<String> = [
    "accept", "connection", "content-length", "content-type", "expect", "host", "transfer-encoding", "user-agent",
  ]

  /// Headers that curl would add by itself.
  private var takenAway: [String] {
    var names = request.omittedHeaders.map(\.rawName).filter { Self.ofCurl.contains($0.lowercased()) }.sorted()
    let isTyped = sent.headers.contains(.contentType) || rendered.body == nil || isMultipart
    if !isTyped, !request.omittedHeaders.contains(.contentType) { names.append("Content-Type") }
    return names
  }

  private var cookies: [String] {
    guard !sent.headers.contains(.cookie), request.options.usesCookies else { return [] }
    return cookie.map { ["--cookie \(quoted($0))"] } ?? []
  }

  private var isMultipart: Bool {
    if case .multipart? = rendered.body { true } else { false }
  }

  private var body: [String] {
    switch rendered.body {
    case nil: []
    case .multipart(let parts)?: parts.map { "--form \(quoted($0.asFormField))" }
    case .file(let file)?: ["--data-binary \(quoted("@\(file.path)"))"]
    case .json?, .text?, .form?, .graphql?:
      sent.body.map { ["--data-raw \(quoted(String(decoding: $0, as: UTF8.self)))"] } ?? []
    }
  }

  private func quoted(_ text: String) -> String { quotes.quoted(text) }
}

// Authentication.
extension CurlWriter {
  private var authorization: [String] {
    if let header = authorizationHeader, sent.headers.contains(where: { $0.name.canonicalName == header.lowercased() })
    {
      return []
    }
    return switch request.authorization {
    case .basic(let user, let password)?: ["--user \(login(user, password))"]
    case .bearer(let token)?: [bearer(quoted("Authorization: Bearer \(token)"))]
    case .apiKey(let name, let value, .header)?: ["--header \(quoted("\(name): \(value)"))"]
    case .apiKey(_, _, .query)?: []
    case .oauth2?: [bearer(token.map { quoted("Authorization: Bearer \($0)") } ?? Self.variable)]
    case .supplied(let supply)?: [bearer(quoted(supply))]
    case .source?, .custom?: [bearer(Self.variable)]
    case .transport(let credentials, _)?: words(for: credentials)
    case .off?, nil: []
    }
  }

  /// The header that authentication adds, unless the request has it itself.
  private var authorizationHeader: String? {
    switch request.authorization {
    case .basic?, .bearer?, .oauth2?, .source?, .custom?, .transport(.awsSigV4, _)?: "Authorization"
    case .apiKey(let name, _, .header)?: name
    case .supplied(let supply)?: supply.header
    case .apiKey(_, _, .query)?, .transport(.digest, _)?, .off?, nil: nil
    }
  }

  private static let variable = #""Authorization: Bearer $TOKEN""#

  private func quoted(_ supply: TokenSupply) -> String {
    let front = "\(supply.header): \(supply.scheme.map { "\($0) " } ?? "")"
    return token.map { quoted(front + $0) } ?? "\"\(front)$TOKEN\""
  }

  /// Those that are short are found in no text.
  private func login(_ user: String, _ password: String) -> String {
    quoted(quotes.hidden.hide(password) ? Secrets.mask : "\(user):\(password)")
  }

  private func bearer(_ quoted: String) -> String { "--header \(quoted)" }

  private func words(for credentials: TransportCredentials) -> [String] {
    switch credentials {
    case .digest(let user, let password): ["--digest --user \(login(user, password))"]
    case .awsSigV4(let keys):
      ["--aws-sigv4 \(quoted("aws:amz:\(keys.region):\(keys.service)"))"]
        + ["--user \(quoted("\(keys.accessKey):\(quotes.shown(keys.secretKey))"))"]
        + (keys.sessionToken.map { ["--header \(quoted("X-Amz-Security-Token: \($0)"))"] } ?? [])
    }
  }
}

// How it is sent.
extension CurlWriter {
  private var options: [String] {
    let options = request.options
    return redirects(options.redirects) + OptionsDefinition.fields.compactMap { $0.curlWords(options, quotes) }
      + (options.decompresses && !sent.headers.contains(.acceptEncoding) ? ["--compressed"] : [])
      + destination
  }

  private func redirects(_ count: Int) -> [String] {
    count == 0 ? [] : ["--location --max-redirs \(count)"]
  }

  private var destination: [String] {
    if case .file(let path, _) = request.destination { ["--output \(quoted(path))"] } else { [] }
  }
}

extension RenderedRequest.BodyPart {
  fileprivate var asFormField: String {
    let ending = (type.map { ";type=\($0)" } ?? "") + (fileName.map { ";filename=\($0)" } ?? "")
    return switch content {
    case .text(let text): "\(name)=\(Self.formWord(text.text))\(ending)"
    case .file(let path): "\(name)=@\(Self.formWord(path))\(ending)"
    }
  }

  /// In double quotes where curl would read more than a text in it.
  private static func formWord(_ text: String) -> String {
    let isPlain =
      !text.contains { ";,\"".contains($0) } && !["@", "<", "(", " "].contains(text.prefix(1)) && !text.hasSuffix(" ")
    return isPlain ? text : "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
