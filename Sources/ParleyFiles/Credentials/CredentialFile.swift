internal import ParleyEngine
internal import ParleyModel
import ParleyText

/// A file of a workspace with the credentials that stand in it, and how it is without them: every other byte stays.
///
/// ```swift
/// let file = CredentialFile(source)
/// file.credentials.map { $0.place?.exact }     // ["requests/pay.yaml:4:18"]
/// ```
package struct CredentialFile {
  package let source: SourceText
  /// Nil for mocks, in which names say little: what they reply with is made up.
  package let content: (any CredentialContent)?

  /// - Returns: nil for a file that nothing is typed into.
  package init?(_ source: SourceText) {
    if case .mocks? = WorkspacePaths.role(of: source.file) {
      self.init(source, nil)
      return
    }
    guard let type = Self.content(of: source.file), let content = type.read(source) else { return nil }
    self.init(source, content)
  }

  fileprivate init(_ source: SourceText, _ content: (any CredentialContent)?) {
    (self.source, self.content) = (source, content)
  }

  private static func content(of file: String) -> (any CredentialContent.Type)? {
    switch WorkspacePaths.role(of: file) {
    case .workspace: WorkspaceDefinition.self
    case .environment: EnvironmentDefinition.self
    case .folder: DefaultsDefinition.self
    case .request: RequestDefinition.self
    case .group: GroupDefinition.self
    case .mocks, nil: nil
    }
  }

  /// But for those that the file itself declares to be none.
  package var credentials: [TypedCredential] {
    all.filter { !source.declaresNoSecret(at: $0.place) }.sorted { $0.sortKey < $1.sortKey }
  }

  private var all: [TypedCredential] {
    let typed = content?.credentials(in: source.file, source) ?? []
    return typed + elsewhere(than: typed.compactMap { $0.place?.range })
  }

  /// Shapes of credentials in the rest of the file: in filters, in the arguments of programs, in mocks.
  private func elsewhere(than ranges: [Range<Int>]) -> [TypedCredential] {
    guard let text = String(validating: source.bytes, as: UTF8.self) else { return [] }
    return CredentialFinder.find(in: text, .text).compactMap { found in
      guard !ranges.contains(where: { $0.overlaps(found.range) }) else { return nil }
      let place = source.place(found.range)
      guard !source.isComment(place.line) else { return nil }
      return TypedCredential(
        file: source.file, slot: "text", label: found.label, place: place, variable: nil, value: found.value,
        isMovable: false)
    }
  }

  /// Those that it declares to be none.
  package var declaredNoSecrets: Set<TypedCredential.Key> {
    Set(all.filter { source.declaresNoSecret(at: $0.place) }.map(\.key))
  }
}

extension CredentialFile {
  /// The files of a workspace as they were read, which none of them is again.
  static func all(of workspace: Workspace) -> [CredentialFile] {
    var files: [(String, any CredentialContent)] = [(WorkspacePaths.workspaceFile, workspace.definition)]
    files += workspace.environments.map { ($0.file, $0.definition) }
    files += workspace.folderDefaults.map { (DefaultsPlace.folder($0.key.text).file, $0.value) }
    files += workspace.requests.map { ($0.file, $0.definition) }
    files += workspace.groups.map { ($0.file, $0.definition) }
    let mockFiles = Set(workspace.mocks.map { ExactString($0.file) }).compactMap { workspace.sources[$0] }
    return mockFiles.compactMap(CredentialFile.init)
      + files.compactMap { file, content in workspace.sources[ExactString(file)].map { CredentialFile($0, content) } }
  }
}

extension SourceText {
  /// The comment after a value that looks like a credential and is none.
  static let noSecret = "# not a secret"

  fileprivate func isComment(_ line: Int) -> Bool {
    self.line(line - 1).first { $0 > UInt8(ascii: " ") } == UInt8(ascii: "#")
  }

  /// Whether the line of a place says so.
  fileprivate func declaresNoSecret(at place: SourcePlace?) -> Bool {
    guard let place else { return false }
    let line = String(decoding: line(place.line - 1), as: UTF8.self)
    return line.hasSuffix(Self.noSecret)
  }

  /// The same with asterisks in place of credentials, for showing its lines; every place stays where it is.
  package var hidingCredentials: SourceText {
    guard let file = CredentialFile(self) else { return self }
    var hidden = bytes
    for range in file.credentials.compactMap({ $0.place?.range }) {
      for place in range where !hidden[place].isLineBreak { hidden[place] = UInt8(ascii: "*") }
    }
    return SourceText(file: self.file, bytes: hidden)
  }
}

/// The definition in a whole file.
package protocol CredentialContent: HoldsCredentials, Sendable, Equatable {
  static var fileForm: Form<Self> { get }

  /// The same with changed variables in quotes where they had none: templates cannot stand without everywhere.
  func requoted(besides before: Self) -> Self
}

extension CredentialContent {
  package func requoted(besides before: Self) -> Self { self }
}

/// Files with variables.
private protocol HoldsVariables: CredentialContent {
  var vars: [Variable] { get set }
}

extension HoldsVariables {
  package func requoted(besides before: Self) -> Self {
    var copy = self
    copy.vars = vars.map {
      before.vars.contains($0) ? $0 : Variable(name: $0.name, content: Located($0.content.value.requoted))
    }
    return copy
  }
}

extension CredentialContent {
  fileprivate static func read(_ source: SourceText) -> Self? { fileForm.read(source).value }
}

extension RequestDefinition: CredentialContent {
  package static var fileForm: Form<Self> { form }
}
extension DefaultsDefinition: CredentialContent {
  package static var fileForm: Form<Self> { folderForm }
}
extension EnvironmentDefinition: HoldsVariables {
  package static var fileForm: Form<Self> { form }
}
extension WorkspaceDefinition: HoldsVariables {
  package static var fileForm: Form<Self> { form }
}
extension GroupDefinition: CredentialContent {
  package static var fileForm: Form<Self> { form }
}
