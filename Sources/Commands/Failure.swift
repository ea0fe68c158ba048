import ParleyEngine
import ParleyWorkspace

/// The text by which a command explains to a person why it failed.
struct Failure {
  let error: any Error

  init(_ error: any Error) {
    self.error = error
  }

  var status: ExitStatus { ExitStatus(error) }

  func tell(on console: any Console) {
    guard let error = error as? any ExplainedError else { return console.note("parley: \(error)") }
    console.note("parley: \(error.place.map { "\($0): " } ?? "")\(error.summary)")
    let more =
      error.code == "network.tls"
      ? "`parley certificate URL` shows the server's certificates, with --trust to accept this one; `send -k` checks none."
      : nil
    for line in CheckedPartLines.lines(of: error) + [error.detail, error.advice, more].compactMap(\.self) {
      console.note("  \(line)")
    }
  }

  /// For programs.
  var json: JSONValue {
    guard let error = error as? any ExplainedError else {
      return ["code": "internal", "summary": .string("\(error)")]
    }
    var object: JSONValue = ["code": .string(error.code), "summary": .string(error.summary)]
    object["detail"] = error.detail.map(JSONValue.string)
    object["place"] = error.place.map(JSONValue.string)
    object["advice"] = error.advice.map(JSONValue.string)
    return object
  }
}

extension Console {
  /// Shows an error as commands do.
  package func tell(_ error: any Error) {
    Failure(error).tell(on: self)
  }
}
