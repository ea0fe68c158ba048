internal import ParleyEngine
internal import ParleyFiles
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
    var secrets: Set<ImportedSecret> = []
    for (index, text) in Self.commands(in: text).enumerated() {
      do throws(CurlCommandError) {
        let command = try CurlCommand(text, in: folder)
        let url = command.request.url.value
        let last = url.prefix { $0 != "?" }.split(separator: "/").last.map(String.init) ?? "root"
        let id = names.free(
          ImportNames.slug("\(command.request.method?.value.lowercased() ?? "get") \(last)", or: "request"))
        api.requests.append(ImportedRequest(id: id, definition: command.request))
        api.notes += command.notes.map { ImportNote(id, $0) }
        for secret in command.secrets where secrets.insert(secret).inserted { api.secrets.append(secret) }
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
    var quote = OpenQuote()
    for line in text.split(whereSeparator: \.isNewline).map(String.init) {
      if current.isEmpty, line.trimmed.isEmpty || line.hasPrefix("#") { continue }
      current += current.isEmpty ? line : "\n" + line
      quote.pass(line)
      let ended = line.trimmed.hasSuffix(";") ? String(current.dropLast()) : current
      // Only where no quote is open is it worth reading the whole again.
      guard !line.hasSuffix("\\"), !quote.isOpen, (try? ShellWords.split(current)) != nil else { continue }
      commands.append(ended)
      current = ""
    }
    return current.isEmpty ? commands : commands + [current]
  }
}

/// Whether a quote of the shell is open behind the lines so far.
private struct OpenQuote {
  private var quote: UInt8?
  private var isANSI = false

  var isOpen: Bool { quote != nil }

  mutating func pass(_ line: String) {
    var before: UInt8 = 0
    var isEscaped = false
    for byte in line.utf8 {
      if isEscaped {
        (isEscaped, before) = (false, 0)
        continue
      }
      switch (byte, quote) {
      case (UInt8(ascii: "\\"), nil), (UInt8(ascii: "\\"), UInt8(ascii: "\"")): isEscaped = true
      case (UInt8(ascii: "\\"), _) where isANSI: isEscaped = true
      case (UInt8(ascii: "'"), nil): (quote, isANSI) = (byte, before == UInt8(ascii: "$"))
      case (UInt8(ascii: "\""), nil): quote = byte
      case (_, byte): (quote, isANSI) = (nil, false)
      default: break
      }
      before = byte
    }
  }
}
