package import ParleyEngine
package import ParleyModel
package import TerminalKit

/// The person's own: clipboard, keys, editor, and how they have arranged the screen.
package protocol PersonServices: Sendable {
  // MARK: Clipboard, keys and settings

  /// Environment variables that hold secrets of the workspace, which no editor or pager gets.
  var withheldVariables: Set<String> { get }
  /// Whether short text goes to a program too, because the terminal ignores what programs copy.
  var copiesByProgram: Bool { get }
  /// Puts text into the clipboard that the terminal does not take.
  /// - Returns: the name of the program that took it.
  func copy(_ text: String) async throws -> String
  /// Writes all keys of each command into the person's file of keys; what else stands there stays.
  /// - Returns: the file they are in.
  @discardableResult
  func keep(keys: [CommandID: [KeySequence]]) async throws -> String
  /// Writes a setting into the person's file of settings; what else stands there stays.
  func keep(_ setting: PersonSettings.Setting, _ value: String) async throws
  /// Puts text into a private file for an editor, with a suffix such as `.json`.
  /// - Parameter isSecret: the file must not reach a disk, where the system has memory for files.
  func stage(_ text: String, suffix: String, isSecret: Bool) async throws -> String
  /// Takes the edited text back, and the file away.
  func collect(_ path: String) async throws -> String

  // MARK: Bodies that are given to other programs

  /// Puts a body into a private file, whose name ends in a suffix such as `.json`.
  /// - Parameter isSecret: the file must not reach a disk, where the system has memory for files.
  func stage(_ body: any ByteSource, suffix: String, isSecret: Bool) async throws -> String
  /// Takes such a file away.
  func discard(_ path: String) async throws
  /// Opens a file with the program that the system has for it.
  /// - Returns: the name of that program.
  func openOutside(_ path: String) async throws -> String

  // MARK: The screen, on this machine, and where they were

  func paneSizes() async throws -> PaneSizes
  func keep(_ sizes: PaneSizes) async throws
  /// The workspace is opened with this request from now on.
  func keepLastRequest(_ id: RequestID) async throws

  // MARK: Texts in open editors, until they are taken over or given up

  /// Returns the unapplied texts in the editors of programs that have ended.
  func leftDrafts() async throws -> [LeftDraft]
  /// Keeps what stands in an editor of this program, in place of what stood there before.
  func keep(_ draft: EditorDraft) async throws
  /// Notes that they were offered, so that they are not offered again by themselves.
  func noteOffered(_ drafts: [LeftDraft]) async throws
  /// It was taken over, or given up.
  func drop(_ place: EditorDraft.Place) async throws
  /// It is open here again, or was given up.
  func forget(_ left: LeftDraft.ID) async throws
}
