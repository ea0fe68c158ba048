import ArgumentParser
import Foundation
import ParleyWorkspace
import Workbench

/// For the makers of Parley: writes the pages that are made from its tables.
struct Generate: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write the pages that are made from the program's tables.", shouldDisplay: false)

  @Argument(help: "The folder of the documentation.")
  var folder: String

  func run() throws {
    try write(KeyReference.markdown(), to: "keys.md")
  }

  private func write(_ text: String, to name: String) throws {
    let file = URL(filePath: folder).appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}
