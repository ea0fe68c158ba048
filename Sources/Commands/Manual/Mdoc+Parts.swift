/// The parts that all pages have.
extension Mdoc {
  mutating func head(_ name: String, title: String, date: String) {
    line(".\\\" Made by `parley generate manual` from the help of the commands.")
    line(".Dd \(date)")
    line(".Dt \(name.uppercased()) 1")
    line(".Os Parley \(BuildInfo.version)")
    section("NAME")
    line(".Nm \(name)")
    line(".Nd \(Prose.escaped(title))")
  }

  /// `parley send [--json] request`
  mutating func synopsis(of command: CommandDescription) {
    line(".Nm parley")
    for word in command.words.dropFirst() { line(".Cm \(Mdoc.word(word))") }
    for option in command.options { line(option.synopsis) }
    for positional in command.positionals { line(positional.synopsis) }
  }

  mutating func discussion(_ discussion: Discussion) {
    for block in discussion.blocks {
      switch block {
      case .paragraph(let text): paragraph(text)
      case .display(let lines): display(lines)
      }
    }
  }

  mutating func arguments(_ arguments: [ArgumentDescription]) {
    let items = arguments.filter { !$0.text.isEmpty }.map { ($0.head, $0.text) }
    if !items.isEmpty { list(items) }
  }

  /// The options that every command takes as well.
  static let everywhere: [(head: String, text: String)] = [
    ("Fl h , Fl -help", "Show help information."),
    ("Fl -version", "Show the version, and those of the libraries in use."),
  ]

  mutating func environment(_ variables: [ManualFacts.Variable]) {
    guard !variables.isEmpty else { return }
    section("ENVIRONMENT")
    list(
      variables.map { variable in
        (variable.names.map { "Ev \(Mdoc.word($0))" }.joined(separator: " , "), variable.text)
      })
  }

  mutating func exitStatus() {
    section("EXIT STATUS")
    list(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning.capitalizedSentence) }, width: "000")
  }

  mutating func examples(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    section("EXAMPLES")
    display(lines)
  }

  /// Pages of section 1, in the order of their names.
  mutating func seeAlso(_ pages: [String]) {
    section("SEE ALSO")
    for (index, page) in pages.sorted().enumerated() {
      line(".Xr \(page) 1" + (index == pages.count - 1 ? "" : " ,"))
    }
  }
}

extension ArgumentDescription {
  /// `-w, --workspace workspace`
  fileprivate var head: String {
    guard kind != .positional else { return "Ar \(value)" }
    let flags = (names ?? []).map { "Fl \(Mdoc.word($0.flag))" }
    return flags.joined(separator: " , ") + (kind == .option ? " Ar \(value)" : "")
  }

  var synopsis: String {
    let repeated = isRepeating ? " ..." : ""
    guard kind != .positional else { return isOptional ? ".Op Ar \(value)\(repeated)" : ".Ar \(value)\(repeated)" }
    let flag = "Fl \(Mdoc.word(preferredName?.flag ?? ""))"
    let whole = kind == .option ? "\(flag) Ar \(value)" : flag
    guard isOptional || kind == .flag else { return ".\(whole)\(repeated)" }
    return isRepeating ? ".Oo \(whole) Oc ..." : ".Op \(whole)"
  }

  private var value: String {
    (valueName ?? "value").split(separator: " ").map { Mdoc.word(String($0)) }.joined(separator: " Ar ")
  }
}

extension String {
  fileprivate var capitalizedSentence: String {
    let text = prefix(1).uppercased() + dropFirst()
    return text.hasSuffix(".") ? text : "\(text)."
  }
}
