import ParleyEngine
import ParleyModel
import ParleyStore
import ParleyText
import ParleyWorkspace

// Runs on another machine.
extension RunsTask {
  func export(_ name: String, to path: String, html: Bool, sealed: Bool, force: Bool) async throws {
    let run = try await keptRun(name)
    guard html || path.hasSuffix(".html") else {
      let export = try await session.runs.export(
        run, to: path, sealed: sealed, replacing: force, by: ConsolePrompter(console: console))
      return tell(export, of: run, to: path, sealed: sealed)
    }
    guard !sealed else {
      throw UsageError(
        "A report is for everybody to read and has no secrets.", advice: "Leave out --with-secrets, or --html.")
    }
    try await session.runs.exportReport(of: run, to: path, replacing: force)
    if printsJSON { return console.print(["file": .string(path), "kind": "html"]) }
    console.note("Wrote the report of run \(run.sequence) to \(Printable.text(path)). Secrets are masked.")
  }

  private func tell(_ export: RunFile.Export, of run: KeptRun, to path: String, sealed: Bool) {
    if printsJSON {
      return console.print([
        "file": .string(path), "kind": "run", "secrets": sealed ? "sealed" : "masked",
        "exchanges": .number(JSONNumber(export.exchanges)), "missing": .number(JSONNumber(export.missing)),
        "maskedSteps": .number(JSONNumber(export.maskedSteps)),
      ])
    }
    console.note("Wrote run \(run.sequence) with \(export.exchanges.counted("exchange")) to \(Printable.text(path)).")
    console.note(
      sealed
        ? "Its secrets are in the file, encrypted with the passphrase."
        : "Secrets are masked. --with-secrets includes them, encrypted with a passphrase.")
    if export.missing > 0 {
      console.note(
        "\(export.missing.counted("exchange")) of the run are no longer in the history, and not in the file.")
    }
  }

  func importFile(_ path: String) async throws {
    let (run, isNew) =
      switch try await session.runs.importFile(from: path, by: ConsolePrompter(console: console)) {
      case .imported(let run): (run, true)
      case .known(let run): (run, false)
      }
    if printsJSON {
      return console.print(["number": .number(JSONNumber(run.sequence)), "run": .string(run.id), "new": .bool(isNew)])
    }
    guard isNew else {
      return console.note("This run is here already, as run \(run.sequence). Nothing was imported.")
    }
    let source = run.summary.imported.map { Printable.text($0.source) } ?? "another workspace"
    console.note("Imported run \(run.sequence) of \(run.summary.shownName) from \(source).")
    let masked = run.summary.imported?.masked.count ?? 0
    if masked > 0 { console.note("Something is masked in \(masked.counted("step")) of it.") }
  }
}

extension KeptRun {
  var isImported: Bool { summary.imported != nil }
}

extension RunFileError {
  /// There is nothing in the files to check an imported run with.
  static func noGroup(_ run: KeptRun) -> RunFileError {
    RunFileError(
      .invalid,
      "This workspace has no group \(run.summary.shownName), so there is nothing to check run \(run.sequence) with.",
      advice:
        "Copy groups/\(run.summary.shownName).yaml and its requests here, or look at the run with `parley runs show`.")
  }
}
