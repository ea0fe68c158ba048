package import ParleyEngine
import ParleyText

/// A curl command as people paste it from a browser or from documentation, read into a request.
///
///     let command = try CurlCommand(#"curl https://api.example.com/items -H 'Accept: text/csv'"#)
///     command.request.url.value  // "https://api.example.com/items"
///
/// Nothing is run and no file is read. Credentials never come along as they stand: each is replaced by a template, such as
/// `secret("token at api.example.com")`, and handed over beside the request to be sealed on this machine.
package struct CurlCommand: Sendable {
  @CopyOnWrite package private(set) var request: RequestDefinition
  /// Notes on what could not be imported, a sentence each. Safe to print.
  package let notes: [String]
  /// The credentials that stood in it, for `Session.keep`.
  package let secrets: [ImportedSecret]

  /// - Parameters:
  ///   - folder: the absolute path against which relative paths in the command are resolved; if nil, they are
  ///     unchanged.
  ///   - root: the workspace that the command is for, as a real path.
  package init(_ text: String, in folder: String? = nil, forWorkspaceAt root: String? = nil) throws(CurlCommandError) {
    var words = try Self.words(of: text)[...]
    if words.first == "$" { words.removeFirst() }
    guard let program = words.popFirst(), CurlText.isProgram(program) else { throw .notCurl }
    var arguments = CurlArguments(paths: ImportedPaths(folder: folder, root: root))
    try arguments.read(words)
    self = try CurlRequest(arguments).command()
  }

  package init(request: RequestDefinition, notes: [String], secrets: [ImportedSecret]) {
    self.request = request
    self.notes = notes
    self.secrets = secrets
  }

  package mutating func change(_ body: (inout RequestDefinition) -> Void) { body(&request) }

  private static func words(of text: String) throws(CurlCommandError) -> [String] {
    do throws(ShellWords.UnclosedQuote) { return try ShellWords.split(text) } catch {
      throw .unclosedQuote(error.quote)
    }
  }
}
