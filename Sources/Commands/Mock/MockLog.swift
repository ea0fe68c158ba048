import ParleyEngine
import ParleyFiles
import ParleyText
import ParleyWorkspace

/// The output of `parley mock`: its address and its changes on standard error, a line for each request on standard
/// output; with `--json` all of it as lines of JSON on standard output.
struct MockLog: Sendable {
  let console: any Console
  let printsJSON: Bool
  /// Whether requests and responses are printed as they were on the wire.
  var isVerbose = false

  func begin(_ server: MockServer, in session: Session, _ options: MockServerOptions) {
    let count = session.workspace.mocks.count
    if printsJSON {
      return console.print(
        ["event": "listening", "url": .string(server.url), "mocks": .number(JSONNumber(count))], by: .compact)
    }
    console.note("Serving \(count.counted("mock")) of \(session.workspace.root) at \(server.url). Ctrl-C ends it.")
    if count == 0, options.upstream == nil {
      console.note(
        "The workspace has no mocks: every request is answered with 404. Add some under mocks/, or use --upstream.")
    }
    if let upstream = options.upstream {
      let recording = options.isRecording ? ", and responses are recorded in mocks/recorded.yaml" : ""
      console.note("Requests that no mock answers go to \(upstream.address)\(recording).")
    }
    tellMistakes(session.workspace)
  }

  func note(_ served: ServedMock) {
    if printsJSON {
      var line = served.json
      if isVerbose { line["wire"] = .array(served.wire().map(JSONValue.string)) }
      return console.print(line, by: .compact)
    }
    console.print(([served.line] + (isVerbose ? served.wire().map { "          \($0)" } : [])).joined(separator: "\n"))
    guard case .nothing(let nearest) = served.answer else { return }
    for mock in nearest { console.print("          nearest: \(mock.match), \(mock.place): \(mock.reason)") }
  }

  func changed(_ workspace: Workspace) {
    let count = workspace.mocks.count
    if printsJSON {
      return console.print(["event": "reloaded", "mocks": .number(JSONNumber(count))], by: .compact)
    }
    console.note("Files changed: \(count.counted("mock")).")
    tellMistakes(workspace)
  }

  private func tellMistakes(_ workspace: Workspace) {
    for mistake in workspace.diagnostics where mistake.severity == .error {
      console.note("\(mistake.place): \(mistake.sentence)")
    }
  }

  /// Reports how often each mock has replied.
  func end(_ server: MockServer) {
    let hits = server.hits.filter { $0.count > 0 }.sorted { $0.count > $1.count }
    if printsJSON {
      let mocks = hits.map { hit -> JSONValue in
        ["match": .string(hit.mock.match), "mock": .string(hit.mock.place), "count": .number(JSONNumber(hit.count))]
      }
      return console.print(["event": "ended", "hits": .array(mocks)], by: .compact)
    }
    for hit in hits {
      console.note("\(String(hit.count).padded(to: 6, fromLeft: true))  \(hit.mock.match)  \(hit.mock.place)")
    }
    let unused = server.hits.count { $0.count == 0 }
    if unused > 0 { console.note("\(unused.counted("mock")) did not answer anything.") }
  }
}

extension ServedMock {
  /// `14:03:07  GET     200  /pets/1  mocks/pets.yaml:3  2 ms`
  var line: String {
    let code = status.map { String($0) } ?? "  –"
    return "\(time.localClock)  \(method.padded(to: 7))  \(code)  \(target)  \(words)  \(duration.short)"
  }

  private var words: String {
    switch answer {
    case .mock(_, let place): place
    case .upstream(let url, let recording): "→ \(url)\(recording.map { "  \($0.words)" } ?? "")"
    case .nothing: "no mock"
    case .preflight: "preflight"
    case .failed(let reason): reason
    }
  }

  var json: JSONValue {
    var value: JSONValue = [
      "event": "request", "time": .string(time.iso8601), "method": .string(method), "target": .string(target),
      "status": status.map { .number(JSONNumber($0)) } ?? .null,
      "milliseconds": .number(JSONNumber(Int(duration.inMilliseconds.rounded()))),
    ]
    switch answer {
    case .mock(let match, let place): (value["mock"], value["match"]) = (.string(place), .string(match))
    case .upstream(let url, let recording):
      value["upstream"] = .string(url)
      if case .written(let file)? = recording { value["recorded"] = .string(file) }
      if case .left(let reason)? = recording { value["notRecorded"] = .string(reason) }
    case .nothing(let nearest):
      value["nearest"] = .array(
        nearest.map { ["match": .string($0.match), "mock": .string($0.place), "reason": .string($0.reason)] })
    case .preflight: value["preflight"] = .bool(true)
    case .failed(let reason): value["error"] = .string(reason)
    }
    return value
  }
}

extension ServedMock.Recording {
  fileprivate var words: String {
    switch self {
    case .written(let file): "recorded in \(file)"
    case .known: "recorded before"
    case .left(let reason): "not recorded: \(reason)"
    }
  }
}
