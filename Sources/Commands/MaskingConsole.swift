import ParleyEngine

/// A console to which no secret passes that its session knows of, whoever wrote it.
///
/// Output that was explicitly requested as it is, the body of a response or a revealed value, goes to ``unmasked``.
struct MaskingConsole: Console {
  let unmasked: any Console
  private let secrets: KnownSecrets

  init(_ console: any Console, _ secrets: KnownSecrets) {
    unmasked = console
    self.secrets = secrets
  }

  func write(_ bytes: [UInt8]) {
    unmasked.write(secrets.all.maskingForeign(bytes))
  }

  func masked(_ document: JSONValue) -> JSONValue { secrets.all.maskingForeign(document) }

  func note(_ line: String) { unmasked.note(secrets.masking(line)) }
  func showProgress(_ line: String?) { unmasked.showProgress(line.map(secrets.masking)) }
  func ask(_ question: String, isSecret: Bool) -> String? {
    unmasked.ask(secrets.masking(question), isSecret: isSecret)
  }
  func askAtTerminal(_ question: String) -> String? { unmasked.askAtTerminal(secrets.masking(question)) }

  func dropTypedAhead() { unmasked.dropTypedAhead() }
  func readLine() -> String? { unmasked.readLine() }
  func readInput(limit: Int) -> [UInt8]? { unmasked.readInput(limit: limit) }
  var takesOutput: Bool { unmasked.takesOutput }
  var writesToTerminal: Bool { unmasked.writesToTerminal }
  var columns: Int? { unmasked.columns }
  var usesColor: Bool { unmasked.usesColor }
  var notesToTerminal: Bool { unmasked.notesToTerminal }
  var canAsk: Bool { unmasked.canAsk }
}
