import ArgumentParser
import Foundation
import ParleyWorkspace
import Workbench

/// For the makers of Parley: writes the pages that are made from its tables.
struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate", abstract: "Write the pages that are made from the program's tables.", shouldDisplay: false)

  @Argument(help: "The project's folder.")
  var folder: String

  func run() throws {
    _ = try ReferencePages.write(to: folder)
    let keys = URL(filePath: folder).appending(path: "docs/keys.md")
    try KeyReference.markdown().write(to: keys, atomically: true, encoding: .utf8)
  }
}
