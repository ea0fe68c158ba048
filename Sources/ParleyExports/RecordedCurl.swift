internal import HTTPTypes
package import ParleyEngine
internal import ParleyFiles
internal import ParleyText

/// A request that was sent, or is about to be, as a curl command: exactly its URL, headers and body.
package struct RecordedCurl {
  private let sent: SentRequest
  private let hidden: Secrets

  /// - Parameter hidden: the secrets to mask, before quoting.
  package init(_ sent: SentRequest, hiding hidden: Secrets) {
    self.sent = sent
    self.hidden = hidden
  }

  package var text: String {
    (["curl \(quoted(sent.url))"] + CurlWords.flags(for: sent.url) + method + headers + body)
      .joined(separator: " \\\n  ")
  }

  private var method: [String] {
    switch sent.method {
    case sent.body == nil ? "GET" : "POST": []
    case "HEAD": ["--head"]
    default: ["--request \(quoted(sent.method))"]
    }
  }

  /// Its length curl finds out by itself.
  private var headers: [String] {
    let said = sent.headers.filter { $0.name != .contentLength }.map { field in
      CurlWords.header(field.name.rawName, Secrets.maskingCookies(in: field))
    }
    let isUntyped = sent.body != nil && !sent.headers.contains(.contentType)
    return (said + (isUntyped ? ["Content-Type:"] : [])).map { "--header \(quoted($0))" }
  }

  private var body: [String] {
    sent.body.map { ["--data-raw \(quoted(String(decoding: $0, as: UTF8.self)))"] } ?? []
  }

  private func quoted(_ text: String) -> String { ShellWords.quoted(hidden.masking(text)) }
}
