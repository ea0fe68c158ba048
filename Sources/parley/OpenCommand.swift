import ArgumentParser
import Commands
import Foundation
import ParleyFiles
import ParleyFormats
import ParleyWorkspace
import TerminalKit

struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open a workspace in the terminal (the default command).",
    discussion: """
      With a folder, opens the workspace in it; the name of a command or a URL comes first. With a request, opens it ready to send: a URL, a method with a URL and a body, or a curl command in quotes. A URL without a \
      scheme uses http for this machine and with a port, otherwise https.

      Examples:
        parley ./shop
        parley localhost:8080/items
        parley POST https://api.example.com/items '{"name": "tea"}'
        parley "curl https://api.example.com/items -H 'Accept: text/csv'"
      """)

  @Argument(help: ArgumentHelp("A folder, or a URL, POST URL BODY, or a curl command to open.", valueName: "request"))
  var request: [String] = []

  @OptionGroup var workspace: WorkspaceOptions
  @OptionGroup var values: ValueOptions
  @OptionGroup var screen: ScreenOptions

  func validate() throws {
    let text = request.joined(separator: " ")
    guard !request.isEmpty, try PastedText(text) == nil, givenFolder == nil else { return }
    throw ValidationError("“\(request[0])\(Self.nothingOpened)")
  }

  /// Its words behind one that it cannot open.
  static let nothingOpened = "” is neither a command nor a URL, and no folder."

  /// A folder in place of a URL: `parley shop` is `parley -w shop`.
  private var givenFolder: String? {
    guard request.count == 1, workspace.workspace == nil, Self.isFolder(request[0]) else { return nil }
    return (try? PastedText(request[0])) == nil ? request[0] : nil
  }

  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }

  func run() throws {
    let given = givenFolder
    let folder = try workspace.workspace ?? foundFolder(above: given ?? FileManager.default.currentDirectoryPath)
    // A folder without a workspace opens as it does for someone who has gone there first.
    if folder == nil, let given { _ = FileManager.default.changeCurrentDirectoryPath(given) }
    try WorkbenchProgram(
      folder: folder, environment: values.environment, given: values.given(), screen: screen,
      proxies: workspace.proxies,
      request: request.isEmpty || given != nil ? nil : request.joined(separator: " ")
    ).run()
  }

  /// Nil where there is no workspace: then it is the scratch one.
  private func foundFolder(above directory: String) throws -> String? {
    do {
      return try Workspace.folder(above: directory)
    } catch let error where error.code == "workspace.none" {
      return nil
    }
  }
}

struct ScreenOptions: ParsableArguments {
  @Option(
    help:
      "The theme: dark, light, nord, gruvbox, color-blind, high-contrast, terminal, or one of your files ~/.config/parley/themes/NAME.theme.",
    completion: .list(Theme.shipped.map(\.name))
  )
  var theme: String?

  @Flag(help: "Same as --theme light.")
  var light = false

  @Flag(help: "For a screen reader: one pane at a time, no borders, each change as a line.")
  var screenReader = false

  /// Nil where none was asked for.
  var wantedTheme: String? { light ? "light" : theme }
}
