import ArgumentParser
import Commands
import Foundation
import ParleyWorkspace

struct OpenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open a workspace in the terminal (the default command).")

  @OptionGroup var workspace: WorkspaceOptions
  @OptionGroup var values: ValueOptions
  @OptionGroup var screen: ScreenOptions

  func run() throws {
    let here = FileManager.default.currentDirectoryPath
    let folder = try workspace.workspace ?? foundFolder(above: here)
    try WorkbenchProgram(
      folder: folder, environment: values.environment, given: values.given(), screen: screen
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
  @Option(help: "The theme: dark, light, or one of your files ~/.config/parley/themes/NAME.theme.")
  var theme: String?

  @Flag(help: "Same as --theme light.")
  var light = false

  /// Nil where none was asked for.
  var wantedTheme: String? { light ? "light" : theme }
}
