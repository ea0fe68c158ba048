internal import ParleyEngine
import ParleyText

/// Makes a request of each curl command in a text, as documentation and browsers (*Copy all as cURL*) give them.
struct CurlFileImport {
  private let text: String
  private let folder: String?

  /// - Parameter folder: from which relative paths in the commands start.
  init(_ text: String, in folder: String?) {
    self.text = text
    self.folder = folder
  }

  static func isOne(_ text: String) -> Bool {
    let start = text.trimmed
    return start.hasPrefix("curl ") || start.hasPrefix("$ curl ")
  }

  func imported(named name: String) -> ImportedAPI {
    var api = ImportedAPI(format: "curl", title: name.split(separator: ".").first.map(String.init) ?? name)
    api.environments = [ImportedEnvironment(name: "local", variables: [])]
    var names = ImportNames()
    for (index, text) in Self.commands(in: text).enumerated() {
      do throws(CurlCommandError) {
        let command = try CurlCommand(text, in: folder)
        let url = command.request.url.value
        let last = url.prefix { $0 != "?" }.split(separator: "/").last.map(String.init) ?? "root"
        let id = names.free(
          ImportNames.slug("\(command.request.method?.value.lowercased() ?? "get") \(last)", or: "request"))
        api.requests.append(ImportedRequest(id: id, definition: command.request))
        api.notes += command.notes.map { ImportNote(id, $0) }
        for secret in command.secrets where !api.secrets.contains(secret) { api.secrets.append(secret) }
      } catch {
        api.notes.append(ImportNote("command \(index + 1)", error.summary))
      }
    }
    return api
  }

  /// A command goes on as long as its lines end with a backslash, or a quote is open.
  private static func commands(in text: String) -> [String] {
    var commands: [String] = []
    var current = ""
    for line in text.split(whereSeparator: \.isNewline).map(String.init) {
      if current.isEmpty, line.trimmed.isEmpty || line.hasPrefix("#") { continue }
      current += current.isEmpty ? line : "\n" + line
      let ended = line.trimmed.hasSuffix(";") ? String(current.dropLast()) : current
      guard !line.hasSuffix("\\"), (try? ShellWords.split(current)) != nil else { continue }
      commands.append(ended)
      current = ""
    }
    return current.isEmpty ? commands : commands + [current]
  }
}
