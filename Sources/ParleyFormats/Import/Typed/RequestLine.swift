import ParleyEngine
internal import ParleyFiles
import ParleyText

/// A request as it is typed on a command line: `[METHOD] URL [ITEM …]` as HTTPie has it, with curl's options; or a whole curl command.
///
/// ```swift
/// RequestLine(["POST", "localhost:8080/items", "name=tea", "price:=3"]).command(in: folder)   // a JSON body
/// ```
package struct RequestLine: Sendable, Hashable {
  /// Method, URL and items; or one curl command.
  package var words: [String]
  /// Options as curl spells them, each with its value behind it.
  package var options: [String]
  /// The text of a JSON body.
  package var json: String?

  package init(_ words: [String], options: [String] = [], json: String? = nil) {
    (self.words, self.options, self.json) = (words, options, json)
  }

  /// A mistake in it, for a person.
  package struct Mistake: ExplainedError, Hashable {
    package let code = "usage"
    package let summary: String
    package let advice: String?

    init(_ summary: String, advice: String? = nil) {
      (self.summary, self.advice) = (summary, advice)
    }
  }

  /// Whether it surely means an address, and no request of a workspace.
  package var isAddress: Bool {
    if isCommand || words.count > 1 || !options.isEmpty || json != nil { return true }
    guard let word = words.first else { return false }
    return word.isWholeURL || word.hasPrefix("/") || Self.hasScheme(word) || TypedAddress(word)?.isCertain == true
  }

  /// Whether it may be an address where no request has that name.
  package var mayBeAddress: Bool { isAddress || words.first.flatMap { TypedAddress($0) } != nil }

  /// `http:/host`, too, which is a slip, and no name of a request.
  private static func hasScheme(_ word: String) -> Bool {
    ["http:", "https:", "ws:", "wss:"].contains { word.lowercased().hasPrefix($0) }
  }

  private var isCommand: Bool { words.count == 1 && CurlText.isCommand(words[0]) }

  /// - Parameters:
  ///   - folder: the folder against which relative paths are resolved.
  ///   - root: the workspace it is sent in.
  ///   - isSentNow: whether it is sent at once: then what it reads from files is read.
  /// - Throws: `Mistake`, or `CurlCommandError`.
  package func command(
    in folder: String?, forWorkspaceAt root: String?, isSentNow: Bool = false
  ) throws -> CurlCommand {
    if isCommand {
      guard CurlScript.count(of: words[0]) < 2 else {
        throw Mistake(
          "There are several curl commands.", advice: "Send one at a time, or import them: parley import FILE.")
      }
      var command = try CurlCommand(words[0], in: folder, forWorkspaceAt: root, isSentNow: isSentNow)
      if !command.isAboutRedirects { command.change { $0.options.redirects = Located(0) } }
      return finished(
        command, headers: Self.headers(in: (try? CurlScript(words[0], keepsNames: false))?.commands.first?.words ?? []))
    }
    try checkProgram()
    let (method, typed, rest) = try parts()
    if let other = rest.first(where: Self.hasScheme) {
      throw Mistake(
        "\(Printable.quoted(other)) is a second URL.", advice: "Send one at a time; a header is 'Name: value'.")
    }
    let url = typed.hasTemplateMark ? TypedAddress(typed)?.url ?? typed : typed
    let bodies = rest.filter(RequestItem.isBody)
    let items = try rest.filter { !RequestItem.isBody($0) }.map { try RequestItem($0) }
    let body = try json(or: bodies)
    let arguments = (method.map { ["-X", $0] } ?? []) + options + (try RequestItem.arguments(of: items, json: body))
    // A path is on the workspace's server; curl would take it for a host.
    let isPath = url.hasPrefix("/") || url.hasTemplateMark
    // A file that is uploaded to a folder keeps its name there.
    let placeholder = "http://parley.invalid" + (url.hasSuffix("/") && !url.contains("?") ? "/" : "/-")
    let curl = { (arguments: [String]) in
      let line = ShellWords.line(of: ["curl", isPath ? placeholder : url] + arguments)
      return try CurlCommand(
        line, in: folder, forWorkspaceAt: root, isSentNow: isSentNow, keepsFiles: true,
        server: isPath ? Self.server(of: url) : nil)
    }
    let headers = Self.headers(in: arguments)
    for header in headers { try Self.check(header: header) }
    var command = try curl(arguments)
    // To curl JSON is a form where nobody says otherwise.
    if command.sendsJSONAsForm, !headers.contains(where: { $0.lowercased().hasPrefix("content-type:") }) {
      command = try curl(arguments + ["-H", "Content-Type: application/json"])
    }
    command = finished(command, headers: headers)
    let query = items.filter { $0.kind == .query }.map { Row($0.name, TemplateEscape.escaped($0.value)) }
    command.change { $0.query += query }
    if isPath {
      let rest = command.request.url.value.dropFirst(placeholder.count)
      command.change { $0.url = Located(url + rest) }
    }
    return command
  }

  /// The words for the server that a path is on: the template before it, or the workspace's own server.
  private static func server(of url: String) -> String {
    if url.hasPrefix("/") { return "the default server" }
    let host = url[(url.firstRange(of: "://")?.upperBound ?? url.startIndex)...].prefix { !"/?#".contains($0) }
    return host.split(separator: "@").last.map { $0.filter { !"{}".contains($0) }.trimmed } ?? "the default server"
  }

  /// The JSON body, of an option or of a word.
  private func json(or bodies: [String]) throws(Mistake) -> String? {
    guard bodies.count + (json == nil ? 0 : 1) < 2 else { throw Mistake("There are several JSON bodies.") }
    return json ?? bodies.first
  }

  private static func check(header: String) throws(Mistake) {
    let name = header.prefix { $0 != ":" && $0 != ";" }
    guard name.count < header.count, String(name).trimmed.isToken else {
      throw Mistake(
        "\(Printable.quoted(CredentialRedactor.name(of: header))) is no header.",
        advice: "A header is 'Name: value'; 'Name:' leaves one out, and 'Name;' has no value.")
    }
  }

  /// The command of another program, which the shell has taken apart.
  private func checkProgram() throws(Mistake) {
    guard words.count > 1 else { return }
    switch words[0] {
    case "curl": throw Mistake("A curl command stands in quotes.", advice: Self.adviceForCurl)
    case "http", "https", "xh":
      throw Mistake(
        "“\(words[0])” is no URL.",
        advice: "Leave it out: `parley send POST :8080/items name=tea` takes HTTPie's items.")
    default: break
    }
  }

  /// For a curl command without quotes.
  package static let adviceForCurl =
    "`parley send 'curl …'` takes it whole; without the word curl, `parley send URL -d a=1` takes its usual options."

  private func parts() throws(Mistake) -> (method: String?, url: String, items: ArraySlice<String>) {
    guard let first = words.first else {
      throw Mistake("A URL is missing.", advice: "Such as parley send https://api.example.com/items.")
    }
    if words.count > 1, RequestText.isMethod(first) {
      try Self.check(method: first)
      return (first.uppercased(), try Self.address(words[1]), words.dropFirst(2))
    }
    return (nil, try Self.address(first), words.dropFirst())
  }

  /// One that is probably a slip is asked about: what it would do at the server nobody knows.
  static func check(method: String) throws(Mistake) {
    guard let meant = RequestText.methodMeant(by: method) else { return }
    throw Mistake(
      "\(Printable.quoted(method)) is not a usual method. Did you mean “\(meant)”?",
      advice: "To send it as it stands, name it as the method: -X \(method), or the method's field on screen.")
  }

  private static func address(_ word: String) throws(Mistake) -> String {
    guard word.isWholeURL || word.hasPrefix("/") || word.hasTemplateMark || TypedAddress(word) != nil else {
      throw Mistake(
        "\(Printable.quoted(word)) is neither a request of the workspace nor a URL.",
        advice: "Write a URL as https://api.example.com/items, and what belongs to it behind it.")
    }
    return word
  }

  private static func headers(in arguments: [String]) -> [String] {
    zip(arguments, arguments.dropFirst()).compactMap { ["-H", "--header"].contains($0) ? $1 : nil }
  }

  /// Adds the meaning that only typed commands have: headers that are left out, types of files.
  private func finished(_ command: CurlCommand, headers: [String]) -> CurlCommand {
    var command = command
    command.change { request in
      let names = Set(request.headers.map { $0.name.lowercased() })
      for header in headers where header.hasSuffix(":") && !names.contains(header.dropLast().lowercased()) {
        // `Name:` takes a header away that the program would send.
        request.headers.append(Row(String(header.dropLast()), "", isOn: false))
      }
      // curl sends any file as a form; for what it is given outside of a curl command, Parley looks at the ending.
      if !isCommand, case .file(var file)? = request.body, !names.contains("content-type") {
        if json != nil {
          file.type = "application/json"
        } else if MediaTypes.isNoForm(file.path.value) {
          file.type = nil
        }
        request.body = .file(file)
      }
      request.url = Located(PathTemplate.literal(request.url.value), at: request.url.place)
    }
    return command
  }
}

/// Names of files whose ending says what is in them.
private enum MediaTypes {
  private static let known: Set<String> = ["json", "pdf", "png", "jpg", "jpeg", "gif", "zip", "gz", "svg", "webp"]

  /// Whether it is JSON, or no text.
  static func isNoForm(_ path: String) -> Bool {
    path.lastIndex(of: ".").map { known.contains(path[path.index(after: $0)...].lowercased()) } ?? false
  }
}
