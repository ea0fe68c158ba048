import ParleyWorkspace
public import TerminalKit

extension LiveServices {
  public func keep(_ key: KeySequence, of command: CommandID) async throws {
    guard let keyFile else {
      throw Problem(
        code: "keys.noFolder", "There is no folder for your keys; the key is only for now.",
        advice: "Set HOME or XDG_CONFIG_HOME.")
    }
    let text = String(decoding: try PrivateText.read(keyFile) ?? [], as: UTF8.self)
    do throws(SettingsError) {
      let changed = try TerminalKit.KeyFile.text(text, giving: [key], to: command)
      return try Self.write(changed, to: keyFile)
    } catch {
      throw Problem(
        code: "keys.file", error.summary, place: keyFile + (error.line.map { ":\($0)" } ?? ""), advice: error.advice)
    }
  }

  private static func write(_ text: String, to path: String) throws(SettingsError) {
    do {
      try PrivateText.write(Array(text.utf8), to: path)
    } catch {
      throw SettingsError("The file of keys cannot be written: \(error)", advice: "The key is only for now.")
    }
  }
}
