internal import ParleyFiles
import ParleyWorkspace
package import TerminalKit
import WorkbenchServices

// The files in which a person says how the workbench is to be.
extension LivePerson {
  @discardableResult package func keep(keys: [CommandID: [KeySequence]]) async throws -> String {
    let file = live.settingsFolder.map { KeyBindingLocation(folder: $0).path }
    try change(file, "keys", "Your keys") { text throws(SettingsError) in
      var text = text
      for (command, keys) in keys.sorted(by: { $0.key.name < $1.key.name }) {
        text = try KeyBindingFile.text(text, giving: keys, to: command)
      }
      return text
    }
    return file ?? ""
  }

  package func keep(_ setting: PersonSettings.Setting, _ value: String) async throws {
    try change(live.settingsFolder.map { "\($0)/settings" }, "settings", "Your settings") {
      text throws(SettingsError) in
      try PersonSettings.text(text, setting: setting, to: value)
    }
  }

  /// - Parameters:
  ///   - file: the path of a file in the folder of settings; it is created if it is missing. Nil without such a folder.
  ///   - name: the prefix of error codes.
  ///   - what: the name of the file's contents, for people.
  private func change(
    _ file: String?, _ name: String, _ what: String, _ edit: (String) throws(SettingsError) -> String
  ) throws {
    guard let file else {
      throw Problem(
        code: "\(name).noFolder", "\(what) cannot be saved: there is no settings folder. They apply until you quit.",
        advice: "Set HOME or XDG_CONFIG_HOME.")
    }
    do {
      try PrivateText.change(file) { bytes in Array(try edit(String(decoding: bytes ?? [], as: UTF8.self)).utf8) }
    } catch let error as SettingsError {
      throw Problem(
        code: "\(name).file", error.summary, place: file + (error.line.map { ":\($0)" } ?? ""), advice: error.advice)
    } catch {
      throw Problem(
        code: "\(name).file", "\(what) cannot be written. They apply until you quit.", detail: "\(error)",
        place: file)
    }
  }
}
