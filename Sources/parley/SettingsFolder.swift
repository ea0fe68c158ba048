import Commands
import Foundation
import TerminalKit
import Workbench
import WorkbenchLive
import WorkbenchState

/// The files in which a person says how the workbench looks and which keys it has: `$XDG_CONFIG_HOME/parley`, mostly
/// `~/.config/parley`. None of them has to be there.
struct SettingsFolder {
  /// Nil where a person has none.
  let path: String?
  private let variables: [String: String]

  init(environment variables: [String: String]) {
    self.variables = variables
    path =
      Self.absolute(variables["XDG_CONFIG_HOME"]).map { "\($0)/parley" }
      ?? Self.absolute(variables["HOME"]).map { "\($0)/.config/parley" }
  }

  private static func absolute(_ path: String?) -> String? {
    path.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// - Parameter name: as the option says it; else `PARLEY_THEME` does, else the file of settings, else it is the dark one.
  func theme(_ name: String?) throws -> Theme {
    let wanted = name ?? variables["PARLEY_THEME"].flatMap { $0.isEmpty ? nil : $0 }
    return try theme(named: try wanted ?? settings().theme ?? Theme.dark.name)
  }

  /// Those that are built in, and those of files that can be used.
  func themes() -> [Theme] {
    known.compactMap { try? theme(named: $0) }
  }

  private func theme(named name: String) throws -> Theme {
    if let shipped = Theme.shipped.first(where: { $0.name == name }) { return shipped }
    let file = name.contains("/") ? name : path.map { "\($0)/themes/\(name).theme" }
    guard let file, let text = try read(file) else {
      throw UsageError(
        "There is no theme “\(name)”.", place: file, advice: "There are: \(known.joined(separator: ", ")).")
    }
    return try inFile(file) { () throws(SettingsError) in try Theme(name: name, file: text) }
  }

  /// Returns the person's settings for all workspaces; the defaults without a file.
  func settings() throws -> PersonSettings {
    guard let file = path.map({ "\($0)/settings" }), let text = try read(file) else { return PersonSettings() }
    return try inFile(file) { () throws(SettingsError) in try PersonSettings(text) }
  }

  /// The table of commands, with the keys of the person's file where there is one.
  func commands() throws -> CommandSet {
    guard let file = path.map({ KeyBindingLocation(folder: $0).path }), let text = try read(file) else {
      return try CommandSet()
    }
    return try inFile(file) { () throws(SettingsError) in try CommandSet(KeyBindingFile(text)) }
  }

  private var known: [String] {
    let files = path.flatMap { try? FileManager.default.contentsOfDirectory(atPath: "\($0)/themes") } ?? []
    let names = files.filter { $0.hasSuffix(".theme") }.map { String($0.dropLast(".theme".count)) }
    return Theme.shipped.map(\.name) + names.sorted()
  }

  /// - Returns: nil where there is no such file.
  private func read(_ path: String) throws -> String? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do {
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      throw UsageError("The file cannot be read as text.", place: path)
    }
  }

  private func inFile<Value>(_ path: String, _ read: () throws(SettingsError) -> Value) throws -> Value {
    do {
      return try read()
    } catch {
      throw UsageError(error.summary, place: path + (error.line.map { ":\($0)" } ?? ""), advice: error.advice)
    }
  }
}
