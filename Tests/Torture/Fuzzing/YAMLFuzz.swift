import ParleyEditing
import ParleyEngine
import ParleyFiles
import ParleyWorkspace

/// Request files, broken in any way, and edits of them.
enum YAMLFuzz: Fuzz {
  static let name = "fuzz-yaml"
  static let summary = "request files, read and patched"

  static let seeds = [
    "# top\nurl: /a # u\nheaders: # h\n  # before\n  A: 1 # a\n  ~B: '2'\n  C: [x, y]\nbody:\n  json: |\n    { \"a\": 1 }\n\n# end\n",
    "# top\n{ url: /, query: { a: 1, ~b: 'x y' },\n  headers: [{ A: 1 }, { A: 2 }] }\n# end\n",
    "# top\r\nurl: /\r\nheaders:\r\n  - A: 1\r\n    B: 2 # b\r\n  # between\r\n  - A: 3\r\nbody:\r\n  form:\r\n    a: 1\r\n    b: 2\r\n",
    "url: /a\nauth:\n  basic:\n    user: ada # name\n    password: '{{p}}'\nexpect:\n  status: [200, 4xx]\n  within: 1s\nretry: { retries: 1,\n  delay: 1s }\ndocs: >\n  folded\n  text\n",
    "\u{FEFF}---\nmethod: POST\nurl: \"/\\u00e9\\n\"\npath: { a: 1 }\noptions: { timeout: 1s, ca: a.pem }\ncapture: { t: .a.b }\n...\n",
  ].map { Array($0.utf8) }

  static func mistake(with input: [UInt8], _ trial: Trial) async throws -> String? {
    let file = RequestFile(reading: input)
    if let same = try? file.patched(file.definition), same != input { return "an edit of nothing changes the file" }
    let edited = edited(file.definition, trial)
    guard let after = try? file.patched(edited) else { return nil }
    guard RequestFile(reading: after).definition == edited else {
      return "after the edit it says something else: \(String(decoding: after, as: UTF8.self))"
    }
    return nil
  }

  private static func edited(_ definition: RequestDefinition, _ trial: Trial) -> RequestDefinition {
    var edited = definition
    let text = HostileText.random(trial)
    switch trial.int(0..<6) {
    case 0: edited.url = Located("/\(text)")
    case 1: edited.method = trial.once(in: 2) ? nil : "PUT"
    case 2: edited.headers.insert(Row("X", text), at: trial.int(0..<edited.headers.count + 1))
    case 3: if !edited.headers.isEmpty { edited.headers.remove(at: trial.int(0..<edited.headers.count)) }
    case 4: edited.docs = Located(text)
    default: edited.query.append(Row(text, "1", isOn: trial.once(in: 2)))
    }
    return edited
  }
}

extension RequestFile {
  /// A file that is nowhere.
  init(reading bytes: [UInt8]) {
    self.init(root: "/nowhere", id: "a", source: SourceText(file: "a.yaml", bytes: bytes))
  }
}
