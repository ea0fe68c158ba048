import ParleyEngine
internal import ParleyFiles
package import ParleyFormats
import ParleyModel
import ParleyText
import ParleyWorkspace

/// A request that is typed on the command line, in place of one of the workspace.
package struct TypedSend: Sendable, Hashable {
  /// The request; a word `-` stands for what standard input says.
  package var line: RequestLine
  /// The file that the body is written to; nil for standard output.
  package var output: String?
  /// Whether the head of the response is printed before the body.
  package var includesHead = false
  /// Whether everything that is sent and received is told, too.
  package var isVerbose = false
  /// Whether any certificate is good enough.
  package var isInsecure = false
  /// The proxy, or `none`; nil for the usual one.
  package var proxy: String?

  package init(_ line: RequestLine) {
    self.line = line
  }

  var showsHeads: Bool { includesHead || isVerbose }

  /// A slip in what was meant as a URL; it counts only where no request has that name.
  var slip: UsageError? {
    guard let word = line.words.first else { return nil }
    if line.words.count == 1, RequestText.isMethod(word.lowercased()) {
      return UsageError(
        "The URL is missing behind \(Printable.text(word)).",
        advice: "`parley send \(word.uppercased()) localhost:8080/items` sends one.")
    }
    let scheme = ["https", "http", "wss", "ws"].first { word.lowercased().hasPrefix("\($0)//") }
    guard let scheme else { return nil }
    return UsageError(
      "\(Printable.quoted(word)) is no URL.",
      advice: "Did you mean `\(Printable.text("\(scheme)://\(word.dropFirst(scheme.count + 2))"))`?")
  }
}

extension TypedSend {
  private static let largestInput = 64 << 20

  /// With what standard input has to say: the whole command for `-`, the data for `-d @-`.
  func reading(from console: any Console) throws(UsageError) -> TypedSend {
    var copy = self
    if line.words == ["-"] {
      copy.line.words = [try Self.input(of: console).trimmed]
    }
    for index in line.options.indices where line.options[index] == "@-" {
      let isBinary = index > 0 && line.options[index - 1] == "--data-binary"
      let text = try Self.input(of: console)
      copy.line.options[index] = isBinary ? text : text.filter { !$0.isNewline }
      if index > 0 { copy.line.options[index - 1] = "--data-raw" }
    }
    return copy
  }

  private static func input(of console: any Console) throws(UsageError) -> String {
    guard let bytes = console.readInput(limit: largestInput), let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageError("Standard input is no text, or larger than \(largestInput >> 20) MB.")
    }
    return text
  }

  /// How it is sent, whatever it is.
  var transfer: @Sendable (inout TransferOptions) -> Void {
    get throws(InvalidRequest) {
      var way: Proxy?
      if let proxy, proxy != OptionsDefinition.noProxy { way = try Proxy(proxy) }
      return { [way, proxy, isVerbose, isInsecure] options in
        if isVerbose { options.recordsWire = true }
        if isInsecure { options.verifiesCertificate = false }
        guard proxy != nil else { return }
        (options.proxy, options.environmentProxies) = (way, way == nil ? EnvironmentProxies.none : nil)
      }
    }
  }

  /// The request to send; its credentials are known to this session only.
  func request(in session: Session, directory: String, on console: any Console) async throws -> RequestDefinition {
    let command = try reading(from: console).line
      .command(in: directory, forWorkspaceAt: session.workspace.root, isSentNow: true)
    let notes = command.notes + (command.sendsJSONAsForm ? [CurlCommand.jsonAsForm] : [])
    for note in notes { console.note("⚠ \(Printable.text(note))") }
    for secret in command.secrets { try await session.answers.keep(secret.value, to: secret.name, .session) }
    session.permissions.allowForNow(command.request)
    return command.request
  }
}
