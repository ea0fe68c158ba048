import ParleyWorkspace
package import TerminalKit
import Workbench

extension LiveServices {
  package func keep(keys: [CommandID: [KeySequence]]) async throws {
    guard let keyFile else {
      throw Problem(
        code: "keys.noFolder", "Your keys cannot be saved: there is no settings folder. They apply until you quit.",
        advice: "Set HOME or XDG_CONFIG_HOME.")
    }
    do {
      try PrivateText.change(keyFile) { bytes in
        var text = String(decoding: bytes ?? [], as: UTF8.self)
        for (command, keys) in keys.sorted(by: { $0.key.name < $1.key.name }) {
          text = try KeyBindingFile.text(text, giving: keys, to: command)
        }
        return Array(text.utf8)
      }
    } catch let error as SettingsError {
      throw Problem(
        code: "keys.file", error.summary, place: keyFile + (error.line.map { ":\($0)" } ?? ""), advice: error.advice)
    } catch {
      throw Problem(
        code: "keys.file", "Cannot write the keys file. The keys apply until you quit.", detail: "\(error)",
        place: keyFile)
    }
  }
}
