import ParleyEngine
import ParleyFiles
import ParleyModel
import ParleyStore
import ParleyText
import ParleyWorkspace

/// `parley secret move PLACE …`: takes credentials out of files, and puts a template in the place of each.
package struct MoveSecretsCommand: Sendable {
  /// The source of the values from now on.
  package enum Home: Sendable {
    /// This machine keeps them, encrypted.
    case machine
    /// A variable of the operating system.
    case variable(String)
    /// A program and its arguments.
    case command(String)
  }

  /// Files, or lines of them, as `parley check` names them.
  package var places: [String]
  package var home: Home
  /// The name of a value in the environment, where it comes from elsewhere.
  package var name: String?
  package var arguments: SessionArguments
  package var printsJSON: Bool

  package init(
    _ places: [String], to home: Home = .machine, as name: String? = nil, _ arguments: SessionArguments,
    printsJSON: Bool = false
  ) {
    (self.places, self.home, self.name, self.arguments) = (places, home, name, arguments)
    self.printsJSON = printsJSON
  }

  package func run(on console: any Console) async -> ExitStatus {
    await arguments.withSession(on: console, needing: .data, toChange: true, printsJSON: printsJSON) {
      try await move(in: $0, on: $1)
      return .good
    }
  }

  private func move(in session: Session, on console: any Console) async throws {
    let found = try places.map { place in
      let (file, line) = try Self.parts(of: place, in: session.workspace.root, from: arguments.directory)
      let credentials = try session.credentials.typed(in: file, line: line)
      guard !credentials.isEmpty else { throw UsageError("\(Printable.text(place)) has no credential in clear.") }
      let movable = credentials.filter(\.isMovable)
      guard !movable.isEmpty else {
        throw UsageError(
          "No template can stand in place of the credential at \(Printable.text(place)).",
          advice: "Take it from a variable there: `$vars.name` in a filter, `env` of a step in a program.")
      }
      return movable
    }
    if case .machine = home {} else { try checkIsOne(found.flatMap(\.self)) }
    for credentials in found {
      try await session.credentials.move(credentials, to: try target(of: credentials[0]))
      if !printsJSON { for credential in credentials { console.note(told(credential, in: session)) } }
    }
    if printsJSON { console.print(["moved": .array(found.flatMap(\.self).map(json))]) }
  }

  private func json(of credential: TypedCredential) -> JSONValue {
    var object: JSONValue = [
      "name": .string(credential.label), "place": .string(credential.place?.description ?? credential.file),
    ]
    switch home {
    case .machine: object["to"] = "machine"
    case .variable(let variable): object["variable"] = .string(variable)
    case .command(let line): object["command"] = .string(line)
    }
    return object
  }

  private func checkIsOne(_ credentials: [TypedCredential]) throws {
    guard credentials.count > 1 else { return }
    throw UsageError(
      "There are \(credentials.count) credentials, and each comes from a variable or command of its own.",
      advice: "Name the line of one, such as \(credentials[0].place?.description ?? credentials[0].file).")
  }

  private func target(of credential: TypedCredential) throws -> CredentialHome {
    let name = name ?? credential.suggestedName
    switch home {
    case .machine: return .machine
    case .variable(let variable): return .variable(name, .environment(variable))
    case .command(let line):
      guard let words = try? ShellWords.split(line), !words.isEmpty else {
        throw UsageError(
          "The command has no word, or an unclosed quote.", advice: "Write it as in a shell: pass show api.")
      }
      return .variable(name, .command(words))
    }
  }

  private func told(_ credential: TypedCredential, in session: Session) -> String {
    let what =
      "Moved \(Printable.text(credential.label)) out of \(Printable.text(credential.place?.description ?? credential.file))"
    let environment = session.environmentName.map { " for the environment \(Printable.text($0))" } ?? ""
    switch home {
    case .machine: return "\(what): kept encrypted on this machine\(environment)."
    case .variable(let name): return "\(what): read from \(Printable.text(name)) from now on."
    case .command(let line): return "\(what): printed by `\(Printable.text(line))` from now on."
    }
  }

  /// `requests/pay.yaml:4:12`: the file within the workspace, and the line.
  static func parts(of place: String, in root: String, from folder: String) throws -> (file: String, line: Int?) {
    var parts = place.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    var numbers: [Int] = []
    while parts.count > 1, numbers.count < 2, let number = Int(parts[parts.count - 1]) {
      numbers.insert(number, at: 0)
      parts.removeLast()
    }
    return (file(parts.joined(separator: ":"), in: root, from: folder), numbers.first)
  }

  /// By its path in the workspace, or as a shell completes it.
  private static func file(_ path: String, in root: String, from folder: String) -> String {
    let whole = path.hasPrefix("/") ? path : "\(folder)/\(path)"
    return whole.hasPrefix(root + "/") ? String(whole.dropFirst(root.count + 1)) : path
  }
}

extension TypedCredential {
  /// A name that an environment can call it by.
  fileprivate var suggestedName: String {
    if let variable, isDeclarable { return variable }
    let name = String(label.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") ? $0 : "_" })
    return name.first?.isLetter == true ? name : "secret"
  }
}
