internal import ParleyEngine
package import ParleyFiles
internal import ParleyText

/// A text that somebody pasted or typed, or gave on the command line, read into requests: a URL, `POST url body`, `POST url name=text`
/// with items as HTTPie has them, or curl commands.
///
/// ```swift
/// PastedText("POST localhost:8080/items {\"a\": 1}")   // .request: http://localhost:8080/items with a JSON body
/// ```
package indirect enum PastedText: Sendable {
  /// - hint: which scheme was taken where none was given.
  case request(CurlCommand, hint: String?)
  /// Several curl commands, each of which is a request.
  case commands(ImportedAPI)

  /// - Parameters:
  ///   - folder: the folder against which relative paths in commands are resolved.
  ///   - root: the workspace that the text is for, as a real path.
  ///   - isInURLField: whether it was typed where a URL stands: there a path with items needs no method in front of it.
  /// - Returns: nil for any other text.
  /// - Throws: an error for a curl command or an item that cannot be read.
  package init?(
    _ text: String, in folder: String? = nil, forWorkspaceAt root: String? = nil, isInURLField: Bool = false
  ) throws {
    if CurlText.isCommand(text) {
      guard CurlScript.count(of: text) < 2 else {
        self = .commands(CurlFileImport(text, in: folder).imported(named: "pasted"))
        return
      }
      self = .request(try CurlCommand(text, in: folder, forWorkspaceAt: root), hint: nil)
      return
    }
    if let other = ForeignCommand.program(of: text), text.contains("://") { throw CurlCommandError.otherProgram(other) }
    if var words = RequestText.items(of: text),
      let address = TypedRequest.address(in: words, isPathAllowed: isInURLField)
    {
      if RequestText.isMethod(words[0]) { words[0] = words[0].uppercased() }
      let command = try RequestLine(words).command(in: folder, forWorkspaceAt: root)
      self = .request(command, hint: address.hint)
      return
    }
    guard let typed = TypedRequest(text) else { return nil }
    if let method = typed.method { try RequestLine.check(method: method) }
    self = .request(try typed.command(), hint: typed.hint)
  }
}

/// `POST url body`, of which only the URL must be there.
private struct TypedRequest {
  let method: String?
  let url: String
  let body: String
  /// Whether the URL has a host.
  let isWhole: Bool
  let hint: String?

  init?(_ text: String) {
    let words = text.split(maxSplits: 2, whereSeparator: \.isWhitespace).map(String.init)
    guard let first = words.first else { return nil }
    let hasMethod = words.count > 1 && RequestText.isMethod(first)
    guard hasMethod || words.count == 1 else { return nil }
    let typed = hasMethod ? words[1] : first
    guard let address = Self.address(typed, isPathAllowed: hasMethod) else { return nil }
    method = hasMethod ? first.uppercased() : nil
    body = hasMethod && words.count > 2 ? String(words[2].reversed().drop(while: \.isWhitespace).reversed()) : ""
    (url, isWhole, hint) = address
  }

  /// The URL of a line with items; nil where none stands there.
  static func address(in words: [String], isPathAllowed: Bool) -> Address? {
    let hasMethod = RequestText.isMethod(words[0])
    guard let word = words.dropFirst(hasMethod ? 1 : 0).first else { return nil }
    return address(word, isPathAllowed: hasMethod || isPathAllowed)
  }

  typealias Address = (url: String, isWhole: Bool, hint: String?)

  private static func address(_ text: String, isPathAllowed: Bool) -> Address? {
    if text.isWholeURL { return (text, !text.hasTemplateMark, nil) }
    if let address = TypedAddress(text) { return (address.url, true, address.hint) }
    return isPathAllowed && (text.hasPrefix("/") || text.hasTemplateMark) ? (text, false, nil) : nil
  }

  /// As a curl command names it, so that credentials in its URL are kept as those are.
  func command() throws(CurlCommandError) -> CurlCommand {
    var request = RequestDefinition(url: Located(url))
    var secrets: [ImportedSecret] = []
    if isWhole {
      let command = try CurlCommand(ShellWords.line(of: ["curl", "--globoff", url]))
      (request, secrets) = (command.request, command.secrets)
    }
    request.method = method.map { Located($0) }
    if !body.isEmpty {
      request.body = body.first == "{" || body.first == "[" ? .json(Located(body)) : .text(Located(body))
    }
    return CurlCommand(request: request, notes: [], secrets: secrets)
  }
}

extension TypedAddress {
  /// Which scheme it has, and why.
  package var hint: String {
    scheme == "http"
      ? "No scheme: uses http, because of a port or a local host; otherwise https."
      : "No scheme: uses https; http for a local host or with a port."
  }
}
