package import ParleyModel
package import TerminalKit
package import WorkbenchServices

/// A short list to choose from, dropped down below the word it changes, and narrowed by typing.
package struct ChoiceMenu: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    case method, bodyKind
    case setting(SettingKey)
    /// A field of a step.
    case step
  }

  package let subject: Subject
  private let all: [String]
  /// The text typed to narrow the list.
  package private(set) var typed = ""
  /// Those that match, the best first, with the letters that did.
  package private(set) var matches: [Match] = []
  package var cursor = ListCursor()

  package struct Match: Hashable, Sendable {
    package let choice: String
    package let places: [Int]
    package var note = ""
  }

  /// Nil where nothing matches what was typed.
  package var choice: String? { matches.isEmpty ? nil : matches[cursor.selected].choice }

  /// The lines of the list.
  package var lines: [StyledText] {
    matches.isEmpty ? [StyledText("Nothing matches \(typed).", .muted)] : matches.map(\.words)
  }

  package static let otherMethod = "other …"
  /// Leaves the method to the transport.
  static let noMethod = "none"

  package static func methods(selected: String) -> ChoiceMenu {
    let methods = [
      "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT", noMethod, otherMethod,
    ]
    return ChoiceMenu(.method, methods, selected: methods.firstIndex(of: selected) ?? (selected.isEmpty ? 0 : 10))
  }

  /// Says nothing, so that it is inherited.
  package static let nothing = "–"

  package static func settings(_ key: SettingKey, _ choices: [String], selected: String) -> ChoiceMenu {
    let choices = [nothing] + choices
    return ChoiceMenu(.setting(key), choices, selected: choices.firstIndex(of: selected) ?? 0)
  }

  /// - Parameter selected: empty for what says nothing.
  package static func step(_ choices: [String], selected: String) -> ChoiceMenu {
    let choices = [nothing] + choices
    return ChoiceMenu(.step, choices, selected: choices.firstIndex(of: selected) ?? 0)
  }

  package static func bodyKinds(selected: DraftBody) -> ChoiceMenu {
    let kinds = DraftBody.Kind.allCases
    return ChoiceMenu(.bodyKind, kinds.map(\.title), selected: kinds.firstIndex(of: selected.kind) ?? 0)
  }

  private init(_ subject: Subject, _ choices: [String], selected: Int) {
    self.subject = subject
    all = choices
    match()
    cursor.select(selected)
  }
}

// Narrowing.
extension ChoiceMenu {
  /// Letters narrow the list.
  package mutating func handle(_ event: InputEvent) {
    switch event {
    case .key(.backspace): narrow(to: String(typed.dropLast()))
    case .key(let key): if let letter = key.typed { narrow(to: typed + String(letter)) }
    case .paste(let text): narrow(to: typed + text)
    default: break
    }
  }

  private mutating func narrow(to text: String) {
    typed = text
    match()
    cursor.select(0)
  }

  private mutating func match() {
    let ranked = all.filter { $0 != Self.otherMethod }.ranked(by: typed, \.self)
    matches = ranked.map { Match(choice: $0.element, places: $0.match.places) }
    if subject == .method { offerTyped(best: ranked.first?.match.kind) }
    cursor.height = matches.count
    cursor.count = matches.count
  }

  /// Any word can be a method. It comes first where no other begins with what was typed.
  private mutating func offerTyped(best: FuzzyMatch.Kind?) {
    guard !typed.isEmpty else { return matches.append(Match(choice: Self.otherMethod, places: [])) }
    guard best.map({ $0 < .whole }) ?? true, typed.allSatisfy(Self.isOfMethod) else { return }
    let match = Match(choice: typed.uppercased(), places: Array(0..<typed.count), note: "as typed")
    if best == .prefix { matches.append(match) } else { matches.insert(match, at: 0) }
  }

  /// The characters of a token of HTTP.
  private static func isOfMethod(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "!#$%&'*+-.^_`|~".contains(character))
  }
}

extension ChoiceMenu.Match {
  fileprivate var words: StyledText {
    note.isEmpty ? .marking(places, in: choice) : .marking(places, in: choice) + [Span("  \(note)", .muted)]
  }
}

extension DraftBody {
  package enum Kind: String, CaseIterable, Sendable {
    case none, json, text, form, multipart, file, graphql, messages

    package var title: String {
      switch self {
      case .none: "none"
      case .json: "JSON"
      case .text: "text"
      case .form: "form"
      case .multipart: "multipart"
      case .file: "file"
      case .graphql: "GraphQL"
      case .messages: "messages"
      }
    }
  }

  package var kind: Kind {
    switch self {
    case .none: .none
    case .json: .json
    case .text: .text
    case .form: .form
    case .multipart: .multipart
    case .file: .file
    case .graphql: .graphql
    case .messages: .messages
    }
  }

  /// The same content as another kind, as far as that makes sense: text stays text, and rows become `name=value` and back.
  package func converted(to kind: Kind) -> DraftBody {
    switch (self, kind) {
    case _ where self.kind == kind: self
    case (_, .none): .none
    case (.json(let text), .text), (.text(let text), .json): kind == .json ? .json(text) : .text(text)
    case (.form(let rows), .text): .text(rows.filter(\.isOn).map(Parameters.written).joined(separator: "&"))
    case (.text(let text), .form):
      .form(Parameters(of: RequestDraft(url: "?" + text)).rows.map(\.row))
    case (.form(let rows), .multipart): .multipart(rows.map { DraftPart($0) })
    case (.multipart(let parts), .form): .form(parts.filter { !$0.isFile }.map(\.row))
    case (.text(let text), .graphql): .graphql(query: text, variables: "")
    case (.graphql(let query, _), .text): .text(query)
    case (.messages(let rows), .text): .text(rows.first(where: \.isSent)?.value ?? "")
    case (.messages(let rows), .json): .json(rows.first(where: \.isSent)?.value ?? "")
    case (_, .json): .json("")
    case (_, .text): .text("")
    case (_, .form): .form([])
    case (_, .multipart): .multipart([])
    case (_, .file): .file
    case (_, .graphql): .graphql(query: "", variables: "")
    case (.json(let text), .messages), (.text(let text), .messages): .messages([DraftRow("send", text)])
    case (_, .messages): .messages([])
    }
  }
}
