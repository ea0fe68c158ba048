import ParleyEngine
internal import ParleyExports
package import ParleyModel
import ParleyText
package import ParleyWorkspace

/// `parley export FORMAT [NAME …]`: writes requests, groups or what was sent in a form that other programs read.
package struct ExportCommand: Sendable {
  package var format: ExportFormat
  package var wish: ExportWish
  package var arguments: SessionArguments
  /// Standard output where there is none.
  package var file: String?
  /// Whether it takes the place of a file that is there.
  package var replaces: Bool

  package init(
    _ format: ExportFormat, _ wish: ExportWish = ExportWish(), _ arguments: SessionArguments, to file: String? = nil,
    replaces: Bool = false
  ) {
    self.format = format
    self.wish = wish
    self.arguments = arguments
    self.file = file
    self.replaces = replaces
  }

  package func run(on console: any Console) async -> ExitStatus {
    await arguments.withSession(on: console, busy: "exporting") { session, console in
      let file = try await session.exports.file(format, wish)
      if wish.showsSecrets { console.noteRevealing() }
      try deliver(file, on: wish.showsSecrets ? console.unmasked : console)
      return .good
    }
  }

  private func deliver(_ exported: ExportedFile, on console: any Console) throws {
    for note in exported.notes { console.note("\(note.place): \(note.text)") }
    guard let file else {
      console.pass(Array(exported.text.utf8))
      if !exported.companions.isEmpty { console.note("Its environments are files beside it: name a file with -o.") }
      return
    }
    let size = ByteCount.text(exported.text.utf8.count)
    for (place, path) in try exported.write(to: arguments.path(of: file), replacing: replaces).enumerated() {
      console.note("Wrote \(Printable.text(arguments.asTyped(path)))\(place == 0 ? " (\(size))" : "").")
    }
  }
}
