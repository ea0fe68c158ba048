import Glibc
import TestSupport

/// One thing in a workspace that should not be there.
struct HostileFile: Sendable {
  let text: String
  let put: @Sendable (Sandbox) throws -> Void

  func put(into sandbox: Sandbox) throws { try put(sandbox) }

  static func random(_ trial: Trial) -> HostileFile {
    let make = trial.pick([
      bomb, deep, huge, mistakes, odd, bytes, mutated, hostileName, special, command, jq, equalNames,
    ])
    let file = make(trial)
    trial.step(file.text)
    return file
  }

  private static let places = [
    "parley.yaml", "requests/one.yaml", "environments/local.yaml", "groups/g.yaml", "mocks/m.yaml",
  ]

  private static func file(_ trial: Trial, _ text: String, _ content: [UInt8]) -> HostileFile {
    let place = trial.pick(places)
    return HostileFile(text: "\(place): \(text)") { sandbox in
      clear("\(sandbox.workspace)/\(place)")
      try sandbox.write(content, to: place)
    }
  }

  /// An earlier one may have put something there that is no file.
  private static func clear(_ path: String) {
    if unlink(path) != 0 { rmdir(path) }
  }

  /// Each line says the one before nine times.
  private static func bomb(_ trial: Trial) -> HostileFile {
    let lines = (1..<30).map { level in
      "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ","))]"
    }
    return file(trial, "a bomb of aliases", Array((["a0: &a0 x"] + lines).joined(separator: "\n").utf8))
  }

  private static func deep(_ trial: Trial) -> HostileFile {
    let depth = 1 + trial.size(upTo: 200_000)
    let text = trial.once(in: 2) ? "[" : "{a: "
    return file(trial, "\(depth) levels", Array("url: \(String(repeating: text, count: depth))".utf8))
  }

  private static func huge(_ trial: Trial) -> HostileFile {
    let count = trial.size(upTo: 6_000_000)
    return file(trial, "\(count) bytes", Array("url: /\ndocs: \(String(repeating: "x", count: count))\n".utf8))
  }

  private static func mistakes(_ trial: Trial) -> HostileFile {
    let count = trial.size(upTo: 100_000)
    let lines = (0..<count).map { "  h\($0): '{{missing}}'\n" }.joined()
    return file(trial, "\(count) mistakes", Array("url: /one\nheaders:\n\(lines)".utf8))
  }

  private static func odd(_ trial: Trial) -> HostileFile {
    let text = HostileText.quoted(HostileText.random(trial))
    let lines = trial.pick([
      "url: \(text)\n", "url: /one\nheaders: { \(text): \(text) }\n", "vars: { \(text): \(text) }\n", "\(text): 1\n",
      "url: /one\ndocs: \(text)\n", "serial: [{ request: \(text), name: \(text) }]\n",
      "parley: 1\nid: \(text)\nservers: { \(text): \(text) }\n",
    ])
    return file(trial, "odd characters: \(lines.prefix(60))", Array(lines.utf8))
  }

  private static func bytes(_ trial: Trial) -> HostileFile {
    file(trial, "random bytes", trial.bytes(trial.size(upTo: 50_000)))
  }

  private static func mutated(_ trial: Trial) -> HostileFile {
    let seed = trial.pick(YAMLFuzz.seeds)
    return file(trial, "a broken request", Mutation.of(seed, trial))
  }

  /// In a file's name everything goes but a slash and a null.
  private static func hostileName(_ trial: Trial) -> HostileFile {
    let name = HostileText.random(trial).filter { $0 != "/" && $0 != "\0" }.utf8.prefix(200)
    let path = "\(trial.pick(["requests", "groups", "environments"]))/\(String(decoding: name, as: UTF8.self)).yaml"
    return HostileFile(text: "a name: \(path)") { try $0.write("url: /one\n", to: path) }
  }

  /// Files that are none.
  private static func special(_ trial: Trial) -> HostileFile {
    let place = trial.pick(places + ["requests/more.yaml", "requests/sub"])
    let kind = trial.int(0..<5)
    return HostileFile(text: "\(place) is no file (\(kind))") { sandbox in
      let path = "\(sandbox.workspace)/\(place)"
      clear(path)
      try sandbox.write("", to: place)
      unlink(path)
      switch kind {
      case 0: mkfifo(path, 0o600)
      case 1: symlink("/dev/zero", path)
      case 2: symlink("..", path)
      case 3: symlink(path, path)
      default: mkdir(path, 0o700)
      }
    }
  }

  /// What must not run without trust: each would leave the marker.
  private static func command(_ trial: Trial) -> HostileFile {
    let program = "[touch, ../\(EscapeReader.marker)]"
    let choices = [
      ("environments/local.yaml", "vars: { x: { secret: { command: \(program) } } }\n"),
      ("groups/g.yaml", "serial: [{ run: \(program) }]\n"),
      ("requests/one.yaml", "url: /one\nauth: { command: \(program) }\n"),
      ("requests/one.yaml", "url: /one\noptions: { download: ../\(EscapeReader.marker) }\n"),
      ("requests/one.yaml", "url: /one\nbody: { file: /etc/passwd }\n"),
    ]
    let (place, text) = trial.pick(choices)
    return HostileFile(text: "\(place): \(text)") { try $0.write(text, to: place) }
  }

  private static func jq(_ trial: Trial) -> HostileFile {
    let filter = trial.pick([
      "[limit(1e9; repeat(1))]", "def f: f; f", "env", "input_filename", "[range(1e9)] | add", "\"a\" * 1e9",
      "include \"x\"; 1", "$__prog_args", "halt_error", "debug", "reduce range(1e12) as $i (0; . + $i)",
    ])
    return HostileFile(text: "a filter: \(filter)") {
      try $0.write("serial: [{ name: a, filter: '\(filter)' }]\n", to: "groups/g.yaml")
    }
  }

  /// Names that are equal for Unicode, and not for files.
  private static func equalNames(_ trial: Trial) -> HostileFile {
    let folder = trial.pick(["requests", "groups", "environments", "requests/sub"])
    return HostileFile(text: "canonically equal names in \(folder)") { sandbox in
      for name in ["\u{E9}", "e\u{301}"] {
        try sandbox.write(folder == "groups" ? "serial: []\n" : "url: /one\n", to: "\(folder)/\(name).yaml")
        try sandbox.write("vars: { \u{E9}: 1, e\u{301}: 2 }\n", to: "environments/local.yaml")
      }
    }
  }
}
