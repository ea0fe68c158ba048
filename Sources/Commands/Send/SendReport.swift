import HTTPTypes
internal import ParleyEngine
import ParleyFiles
internal import ParleyModel
import ParleyText
import ParleyWorkspace

/// The outcome of a request, for standard output and standard error.
struct SendReport {
  @CopyOnWrite private(set) var rendered: RenderedRequest
  let result: Result<Response, RequestError>
  /// The part of a response that came before it broke off; nil where none did.
  var brokenOff: Response?
  let events: [EventSubscription.Delivery]
  /// Whether secrets are printed in what was sent and in the response.
  let reveals: Bool
  /// The URL with its query and its secrets; nil where these are masked.
  var revealedURL: String?
  /// Whether the head of the response stands before its body.
  var includesHead = false
  /// Whether what went over the wire is told.
  var isVerbose = false
  /// The file that the body is in; nil where it is in none.
  private(set) var file: String?
  /// Whether nobody said that the cache shall be the response.
  var usesCacheUnasked = false

  init(
    _ rendered: RenderedRequest, _ result: Result<Response, RequestError>, events: [EventSubscription.Delivery],
    reveals: Bool
  ) {
    self.reveals = reveals
    self.rendered = rendered
    self.result = result
    self.events = events
  }

  func write(to console: any Console) {
    switch result {
    case .failure(let error):
      if let brokenOff {
        writeHead(of: brokenOff, to: console)
        writeBody(of: brokenOff, to: console)
        console.note("\(statusLine(of: brokenOff, took: false))  ✗ not whole")
      }
      Failure(error).tell(on: console)
    case .success(let response):
      writeHead(of: response, to: console)
      if let file = response.download?.path ?? file {
        console.note("saved to \(Printable.text(file))")
        return tell(of: response, on: console)
      }
      writeBody(of: response, to: console)
      tell(of: response, on: console)
    }
  }

  /// Saves what was no download: a response that is a failure, or one of the cache.
  mutating func save(to path: String) throws {
    guard case .success(let response) = result, response.download == nil else { return }
    try OutputFile.write(response.bytes(), to: path)
    file = path
  }

  private func writeHead(of response: Response, to console: any Console) {
    if isVerbose { tellWire(of: response, on: console) }
    if includesHead { (reveals ? console.unmasked : console).pass(Array(heads(of: response).text.utf8)) }
  }

  /// A program reads the bytes as they came, a person the text.
  private func writeBody(of response: Response, to console: any Console) {
    BodyWriter(console.writesToTerminal ? response.textBody : response.body).write(to: console.unmasked)
  }

  /// Whether the request is of no file.
  var isOfCommandLine: Bool { rendered.effective.id == RequestID.scratch.rawValue }

  /// Of a WebSocket whose messages have been printed as they came: how it ended. Another response is written whole.
  func writeEnd(to console: any Console, asJSON: Bool) {
    guard case .success(let response) = result, response.isWebSocket else {
      return asJSON ? writeJSON(to: reveals ? console.unmasked : console) : write(to: console)
    }
    tell(of: response, on: console)
  }

  /// The same with what a filter gives in place of the body.
  /// - Returns: whether the filter could be applied.
  /// - Parameter file: where the values go in place of standard output; nil for that.
  func write(
    to console: any Console, by filter: ResponseFilter, savingTo file: String? = nil
  ) async throws(FileError) -> Bool {
    guard case .success(let response) = result else {
      // Half a document is nothing for a filter.
      if case .failure(let error) = result { Failure(error).tell(on: console) }
      return true
    }
    if isVerbose { tellWire(of: response, on: console) }
    defer { tell(of: response, on: console) }
    let saved = file.map { FilteredFile($0, beside: console) }
    do throws(JQError) {
      try await filter.write(response, to: saved.map { $0 as any Console } ?? console.unmasked)
    } catch {
      Failure(error).tell(on: console)
      return false
    }
    try saved?.finish()
    return true
  }

  private func tellWire(of response: Response, on console: any Console) {
    let console = reveals ? console.unmasked : console
    for line in heads(of: response).exchange { console.note(line) }
  }

  func heads(of response: Response) -> ResponseHeads {
    var secrets = rendered.request.secrets
    secrets.formUnion(response.secrets)
    let body = rendered.body?.text(reveals: reveals)
    return ResponseHeads(response: response, sentBody: body, secrets: reveals ? nil : secrets)
  }

  private func tell(of response: Response, on console: any Console) {
    console.note(statusLine(of: response))
    if let cached = response.cached {
      console.note("\(cached.source == .refused ? "not sent" : "served from cache"): \(cached.summary)")
      if cached.source == .kept, usesCacheUnasked { console.note("  --bypass-cache asks the server.") }
    }
    if let advice = response.adviceOfTLS { console.note("⚠ \(advice)") }
    if let failure = response.validationFailure {
      console.note("parley: expected \(failure.expectation): \(failure.reason)")
    } else if let error = response.error {
      Failure(error).tell(on: console)
    }
    if let error = response.notKept { Failure(error).tell(on: console) }
  }

  /// - Parameter took: whether it is known how long it took.
  private func statusLine(of response: Response, took: Bool = true) -> String {
    let milliseconds = "  \(response.timings.total.inMilliseconds.rounded().formattedWhole) ms"
    let reason = response.status.reasonPhrase.isEmpty ? "" : " \(response.status.reasonPhrase)"
    let charset = response.textForm.words.map { "  \($0)" } ?? ""
    return "\(response.status.code)\(reason)  \(response.body.count) bytes\(took ? milliseconds : "")\(charset)"
  }
}

extension Double {
  fileprivate var formattedWhole: String { "\(Int64(self))" }
}
