internal import ParleyEngine
internal import ParleyFiles
internal import ParleyModel
import ParleyText

/// Makes a request of each command in a text, as documentation, scripts and browsers (*Copy all as cURL*, *Copy as
/// fetch*) give them.
struct CurlFileImport: TextImport {
  private let text: String
  private let paths: ImportedPaths

  /// - Parameters:
  ///   - folder: from which relative paths in the commands start.
  ///   - beside: reads files beside the text.
  init(_ text: String, in folder: String?, beside: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }) {
    self.text = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    paths = ImportedPaths(folder: folder, beside: beside)
  }

  /// Whether a text begins with a command: behind comments, a shebang, settings of variables, and lines of a script.
  static func isOne(_ text: String) -> Bool {
    let lines = text.split(whereSeparator: \.isNewline).lazy.map { String($0).trimmed }
    guard let first = lines.first(where: { !$0.isEmpty && !isBeside($0) }) else { return false }
    return CurlText.isCommand(first)
      || lines.prefix(200).contains { CurlText.isCommand($0) } && text.hasPrefix("#!")
  }

  static func read(
    _ text: String, _ source: ImportSource, in folder: String?, environments: [NamedDocument]
  ) -> ImportedAPI {
    CurlFileImport(text, in: folder, beside: source.beside).imported(named: source.name)
  }

  /// Whether a text that is no document has a curl command anywhere a shell would run one.
  static func isScript(_ text: String) -> Bool {
    let text = text.hasPrefix("\u{FEFF}") ? String(text.dropFirst()) : text
    guard text.contains("curl"), !looksLikeDocument(text) else { return false }
    if let script = try? CurlScript(text) { return !script.commands.isEmpty }
    return text.split(whereSeparator: \.isNewline).contains { CurlText.isCommand(String($0)) }
  }

  /// A document begins with markup, a list, or a key and a colon.
  private static func looksLikeDocument(_ text: String) -> Bool {
    let lines = text.split(whereSeparator: \.isNewline).lazy.map { String($0).trimmed }
    guard let first = lines.first(where: { !$0.isEmpty && !$0.hasPrefix("#") }) else { return true }
    if first == "{" || first == "[" {
      let second = lines.drop { $0 != first }.dropFirst().first { !$0.isEmpty } ?? ""
      return second.isEmpty || "\"}]{[".contains(second.prefix(1)) || second.prefixMatch(of: /[\w.$-]+\s*:/) != nil
    }
    return first.hasPrefix("<") || first.hasPrefix("- ") || first.hasPrefix("---") || first.hasPrefix("%")
      || first.prefixMatch(of: /[{\[\s]*(?:"[^"]*"|'[^']*')\s*:/) != nil
      || first.prefixMatch(of: /[{\[\s]*[\w.$-]+\s*:(?:\s|$)/) != nil
  }

  private static func isBeside(_ line: String) -> Bool {
    line.hasPrefix("#") || line.hasPrefix("//")
      || line.wholeMatch(of: /(?:export |set |\$)?[A-Za-z_]\w*\s?=\s?.*/) != nil && !CurlText.isFetch(line)
      || line.wholeMatch(of: /set [-+].*/) != nil
  }

  func imported(named name: String) -> ImportedAPI {
    var api = ImportedAPI(format: "curl", title: name.split(separator: ".").first.map(String.init) ?? name)
    api.environments = [ImportedEnvironment(name: "local", variables: [])]
    var texts = ImportedTexts(.shell, "")
    texts.templates.declaresNames = true
    var names = ImportNames()
    if CurlText.isFetch(FetchCall.withoutComments(text)) {
      for call in FetchCall.all(in: text) { add(call, &api, &names, &texts) }
    } else {
      addCommands(&api, &names, &texts)
    }
    declare(&texts, in: &api)
    api.secrets = texts.found
    return api
  }

  private func addCommands(_ api: inout ImportedAPI, _ names: inout ImportNames, _ texts: inout ImportedTexts) {
    for (index, text) in Self.pieces(of: text).enumerated() {
      do throws(CurlCommandError) {
        let script = try CurlScript(text)
        for (name, value) in script.assigned { texts.templates.assigned[name] = value }
        let marks = CurlMarks(texts.templates.assigned)
        for (name, value) in script.assigned { texts.noteValue(marks.resolved(value), of: name) }
        if let other = script.otherProgram { throw .otherProgram(other) }
        for command in script.commands { add(command, &api, &names, &texts) }
        api.notes += script.notes.map { ImportNote($0.line > 0 ? "line \($0.line)" : "variables", $0.text) }
      } catch {
        api.notes.append(ImportNote("command \(index + 1)", ShellMark.readable(error.summary)))
      }
    }
  }

  /// One that cannot be read keeps no other from being read.
  private func add(
    _ command: ShellCommand, _ api: inout ImportedAPI, _ names: inout ImportNames, _ texts: inout ImportedTexts
  ) {
    do throws(CurlCommandError) {
      let requests = try CurlRequest.all(of: command, paths, &texts)
      guard !requests.isEmpty else { throw .noURL }
      for request in requests { add(request, &api, &names) }
    } catch { api.notes.append(ImportNote("line \(command.line)", ShellMark.readable(error.summary))) }
  }

  private func add(_ made: CurlRequest.Made, _ api: inout ImportedAPI, _ names: inout ImportNames) {
    let url = made.definition.url.value
    let last = url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last.map(String.init) ?? "root"
    let id = names.free(
      ImportNames.slug("\(made.definition.method?.value.lowercased() ?? "get") \(last)", or: "request"))
    api.requests.append(ImportedRequest(id: id, definition: made.definition))
    api.notes += made.notes.map { ImportNote(id, $0) }
    if !made.isAboutRedirects { api.notes.addRedirects() }
  }

  private func add(
    _ call: FetchCall, _ api: inout ImportedAPI, _ names: inout ImportNames, _ texts: inout ImportedTexts
  ) {
    do throws(CurlCommandError) { add(try call.made(&texts), &api, &names) } catch {
      api.notes.append(ImportNote("line \(call.line)", error.summary))
    }
  }

  /// The variables of the commands: with the value that the text sets, otherwise from the system's environment.
  private func declare(_ texts: inout ImportedTexts, in api: inout ImportedAPI) {
    var variables: [Variable] = []
    var known: Set<String> = []
    var open = texts.templates.used
    while let name = open.popLast() {
      guard known.insert(name).inserted else { continue }
      if let value = texts.templates.assigned[name] {
        variables.append(texts.variable(name, value, isSecret: texts.isUsedAsCredential(name)))
        open += texts.templates.used.filter { !known.contains($0) }
      } else if CredentialName.isCredential(name) || texts.isUsedAsCredential(name) {
        variables.append(Variable(name: Located(name), content: Located(.secret(.environment(name)))))
      } else {
        variables.append(.text(name, "{{env.\(name)}}"))
      }
    }
    for name in texts.templates.askedNames where known.insert(name.name).inserted {
      variables.append(.asked(name.name))
      api.notes.append(
        ImportNote(name.name, "It is asked for: the command takes it from \(Printable.text(name.source))."))
    }
    api.environments[0].variables = variables.sorted { $0.name.value < $1.name.value }
  }

  /// A text whose quotes are not closed is cut where a new command begins, so that one broken command spoils no other.
  private static func pieces(of text: String) -> [String] {
    guard (try? CurlScript(text)) == nil else { return [text] }
    var pieces: [String] = []
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init) {
      if pieces.isEmpty || CurlText.isCommand(line) {
        pieces.append(line)
      } else {
        pieces[pieces.count - 1] += "\n" + line
      }
    }
    return pieces.filter { !$0.trimmed.isEmpty }
  }
}

extension [ImportNote] {
  /// Once for all commands.
  mutating func addRedirects() {
    let note = ImportNote(
      "redirects", "curl follows them only with -L; Parley follows them. With redirects: 0 it follows none.")
    if !contains(note) { append(note) }
  }
}
