package import ParleyEngine
package import ParleyFiles
import ParleyText

/// A curl command as people paste it from a browser or from documentation, read into a request.
///
///     let command = try CurlCommand(#"curl https://api.example.com/items -H 'Accept: text/csv'"#)
///     command.request.url.value  // "https://api.example.com/items"
///
/// Nothing is run. Credentials never come along as they stand: each is replaced by a template, such as
/// `secret("token at api.example.com")`, and handed over beside the request to be sealed on this machine.
package struct CurlCommand: Sendable {
  @CopyOnWrite package private(set) var request: RequestDefinition
  /// Notes on what could not be imported, a sentence each. Safe to print.
  package let notes: [String]
  /// The credentials that stood in it, for `KeptAnswers.keep`.
  package let secrets: [ImportedSecret]
  /// Whether its program follows redirects, or says how many; curl follows none where nobody says so.
  package private(set) var isAboutRedirects = true

  /// - Parameters:
  ///   - folder: the absolute path against which relative paths in the command are resolved; if nil, they are
  ///     unchanged.
  ///   - root: the workspace that the command is for, as a real path.
  ///   - isSentNow: whether a person sends it now, so that it reads their files.
  ///   - keepsFiles: whether a file that is all of the data is sent as it is.
  ///   - server: the name that credentials get in place of the URL's host; nil for that.
  package init(
    _ text: String, in folder: String? = nil, forWorkspaceAt root: String? = nil, isSentNow: Bool = false,
    keepsFiles: Bool = false, server: String? = nil
  ) throws(CurlCommandError) {
    var texts = ImportedTexts(.shell, "")
    texts.server = server
    if CurlText.isFetch(text), let call = FetchCall.all(in: text).first {
      let made = try call.made(&texts)
      self.init(request: made.definition, notes: made.notes, secrets: texts.found)
      return
    }
    let script = try CurlScript(text, keepsNames: false)
    if let other = script.otherProgram { throw .otherProgram(other) }
    guard let command = script.commands.first else { throw .notCurl }
    let paths =
      isSentNow
      ? ImportedPaths.sentNow(from: folder, root: root, takesTexts: !keepsFiles)
      : ImportedPaths(folder: folder, root: root)
    let requests = try CurlRequest.all(of: command, paths, &texts)
    guard let first = requests.first else { throw .noURL }
    let others = requests.count - 1
    let more =
      script.notes.map(\.text) + (others > 0 ? ["Only the first of \(requests.count) requests was taken."] : [])
    let differences = first.notes.filter { $0 != Self.jsonAsForm }
    self.init(request: first.definition, notes: differences + more, secrets: texts.found)
    isAboutRedirects = first.isAboutRedirects
  }

  package init(request: RequestDefinition, notes: [String], secrets: [ImportedSecret]) {
    self.request = request
    self.notes = notes
    self.secrets = secrets
  }

  /// Of a command whose JSON goes as a form: no difference from curl, but seldom meant.
  package static let jsonAsForm =
    "Its JSON is sent as \(ImportedForm.type), as curl does: no header of the command says application/json."

  /// Whether its body is JSON that goes as a form, as curl's `-d` has it.
  package var sendsJSONAsForm: Bool {
    guard case .json? = request.body else { return false }
    return request.headers.contentType == ImportedForm.type
  }

  package mutating func change(_ body: (inout RequestDefinition) -> Void) { body(&request) }
}

/// The curl commands of a text, whatever shell it is for.
struct CurlScript {
  /// Their words, without the program.
  let commands: [ShellCommand]
  let assigned: [(name: String, value: String)]
  /// Notes on parts that could not be read, by their lines; 0 for those about no line.
  private(set) var notes: [(line: Int, text: String)]
  /// The first program that sends requests too, and that Parley does not read, where there is no curl command.
  private(set) var otherProgram: String?

  /// - Parameter keepsNames: whether variables that the text sets stay variables.
  init(_ text: String, keepsNames: Bool = true) throws(CurlCommandError) {
    let text = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    let run: ShellRun
    do throws(ShellWords.UnclosedQuote) {
      run = try ShellRun(CommandDialect.posix(text), keepsNames: keepsNames)
    } catch { throw .unclosedQuote(error.quote) }
    (commands, assigned, notes) = (run.commands, run.kept, run.notes)
    if commands.isEmpty {
      otherProgram = run.others.first?.name
    } else {
      notes += run.others.map { ($0.line, CurlCommandError.otherProgram($0.name).summary) }
    }
  }

  /// The number of commands in a text, or of calls of `fetch`.
  static func count(of text: String) -> Int {
    if CurlText.isFetch(FetchCall.withoutComments(text)) { return FetchCall.all(in: text).count }
    return (try? CurlScript(text, keepsNames: false))?.commands.count ?? CurlText.commandCount(in: text)
  }
}

/// Programs like curl, by their commands.
enum ForeignCommand {
  private static let names = [
    "wget": "wget", "http": "HTTPie", "https": "HTTPie", "httpie": "HTTPie", "xh": "xh", "xhs": "xh",
    "curlie": "curlie",
    "invoke-webrequest": "PowerShell's Invoke-WebRequest", "iwr": "PowerShell's Invoke-WebRequest",
    "invoke-restmethod": "PowerShell's Invoke-RestMethod", "irm": "PowerShell's Invoke-RestMethod",
    "grpcurl": "grpcurl",
    "websocat": "websocat", "wscat": "wscat",
  ]

  /// - Parameter program: the first word of a command.
  static func name(of program: String) -> String? {
    let last = program.split(separator: "/").last.map(String.init) ?? program
    let plain = last.lowercased().hasSuffix(".exe") ? String(last.dropLast(4)) : last
    return names[plain.lowercased()]
  }

  /// The program of a text's first command, behind comments and lines that set a variable, as those of PowerShell do.
  static func program(of text: String) -> String? {
    for line in text.split(whereSeparator: \.isNewline).lazy.map({ String($0).trimmed }).prefix(200) {
      if line.isEmpty || line.hasPrefix("#") || line.hasPrefix("$") && line.contains("=") { continue }
      var words = line.split(whereSeparator: { $0.isWhitespace || $0 == "(" }).map(String.init)[...]
      if ["$", "PS>", ">", "&"].contains(words.first) { words.removeFirst() }
      guard let first = words.first, words.count > 1, !first.contains(":") else { return nil }
      return name(of: first)
    }
    return nil
  }
}
