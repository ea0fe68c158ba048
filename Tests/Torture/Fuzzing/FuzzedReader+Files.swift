import Cryptography
import Glibc
import ParleyEngine
import ParleyStore
import TerminalKit
import TestSupport

@testable import ParleyFormats
@testable import ParleyWorkspace

// Files that people have, or get from others.
extension FuzzedReader {
  static let files = [
    FuzzedReader(
      "settings",
      texts: [
        "# mine\ntheme = nord\nediting = vi\n", "quit = Ctrl-Q, q\npalette = :\nhelp = F1 ?\n",
        "base = dark\naccent = 80\nfailure = #ff8787 bold\nselection = white on 24\ntext = default\nenv-green = 114 bold\n",
      ]
    ) { input, _ in
      let text = String(decoding: input, as: UTF8.self)
      _ = try? KeyBindingFile(text)
      _ = try? Theme(name: "mine", file: text)
      guard let settings = try? PersonSettings(text) else { return nil }
      let written = try? PersonSettings(PersonSettings.text(text, setting: .editing, to: settings.editing.rawValue))
      return written == settings ? nil : "settings that are not what was written"
    },
    FuzzedReader("key files", texts: ["parley key 1 " + String(repeating: "0aF9", count: 16) + "\n"]) { input, _ in
      let folder = try TemporaryDirectory()
      let path = try folder.write(input, to: "key")
      chmod(path, 0o600)
      _ = try? KeyFile(at: path)
      return nil
    },
    FuzzedReader(
      "shared files",
      texts: [
        #"{"token":"a","n":3,"deep":{"a":[1,null]}}"#,
        #"{"parley":"shared","version":1,"environment":"local","keys":{"cart":{"type":"json","value":{"items":3}},"logo":{"type":"bytes","value":"iVBORw0KGgo="},"t":{"type":"text","value":"x","expires":"2030-01-01T00:00:00Z"}}}"#,
        #"{"parley":"shared","version":1,"sealed":{"kdf":"scrypt","cost":16,"salt":"AAAAAAAAAAAAAAAAAAAAAA==","verifier":"AAAA"},"keys":{"a":{"type":"text","secret":true,"sealed":"AAAA"}}}"#,
      ]
    ) { input, _ in
      guard let reader = try? SharedFileReader(input, at: "a.json") else { return nil }
      _ = try? reader.file()
      _ = try? reader.file(passphrase: "p")
      return nil
    },
    FuzzedReader("Bruno", texts: bruno) { input, _ in
      let text = String(decoding: input, as: UTF8.self)
      let source = BrunoSource(text)
      let files = ["a.bru": source, "environments/local.bru": source, "f/folder.bru": source]
      let api = BrunoImport(files, settings: .null, title: "a").imported()
      guard let plan = try? ImportPlan(api, at: "/nonexistent/bruno") else { return nil }
      return plan.files.first { $0.path.split(separator: "/").contains { $0.hasPrefix(".") } }.map {
        "it would write \($0.path)"
      }
    },
    FuzzedReader("run files", texts: [run]) { input, trial in
      let folder = try TemporaryDirectory()
      let path = try folder.write(trial.once(in: 4) ? input : vouchedFor(input), to: "run.json")
      guard (try? RunFile.isSealed(path)) == false else { return nil }
      let store = Store(at: folder.path("store"), machineKey: folder.path("key"))
      try await store.open()
      let made = try? await store.runs.importFile(path)
      if case .imported(let run)? = made {
        guard let recording = try? await store.runs.recording(of: run.summary.id) else {
          await store.close()
          return "a run that was imported cannot be read"
        }
        _ = recording.nodes.map { $0.attempts.map(\.phases) }
      }
      await store.close()
      return nil
    },
  ]

  private static let bruno = [
    "meta {\n  name: Sign in\n  seq: 1\n}\n\npost {\n  url: {{base}}/login?a=b\n  body: json\n  auth: bearer\n}\n\nheaders {\n  A: b\n  ~Off: c\n}\n\nbody:json {\n  {\n    \"a\": 1\n  }\n}\n\nauth:bearer {\n  token: {{t}}\n}\n\nvars:post-response {\n  t: res.body.token\n}\n\nassert {\n  res.status: eq 200\n}\n",
    "vars {\n  base: http://a.test\n}\nvars:secret [\n  token\n]\n",
  ]

  /// Without its last line.
  private static let run = #"""
    {"parley":"run","version":1,"secrets":"masked","workspace":"w","number":1,"exportedAt":"2026-11-26T23:14:02.702Z"}
    {"summary":{"id":"01a21a232c9272ed940e3bae37ac15e7","group":"g","isConcurrent":false,"startedAt":{"microseconds":1795734842537882},"endedAt":{"microseconds":1795734842560920},"state":"succeeded"}}
    {"step":{"path":"1","name":"one","kind":"request","method":"GET","request":"one","notes":[],"isDisabled":false,"root":".","definition":"request: one"}}
    {"step":{"path":"2","name":"j","kind":"job","means":"jq","notes":["each [1,2]"],"isDisabled":false,"definition":"local: j\njq: \"{a: 1}\"\neach: \"[1,2]\""}}
    {"node":{"path":"1","name":"one","kind":"request","state":"succeeded","input":{"none":{}},"attempts":[{"startedAt":{"microseconds":1795734842537882},"endedAt":{"microseconds":1795734842555607},"exchange":"01a21a232ca97e14aadd09259fbc3789","state":"succeeded","status":200,"phases":[9900,307,6639,879]}],"exchange":"01a21a232ca97e14aadd09259fbc3789","status":200,"output":{"answer":{"_0":"01a21a232ca97e14aadd09259fbc3789"}},"made":{"steps":[],"sharedReads":[],"sharedWrites":[],"sources":[],"usesInput":false},"interventions":[],"startedAt":{"microseconds":1795734842537882},"endedAt":{"microseconds":1795734842555607},"isSecret":false}}
    {"node":{"path":"2","name":"j","kind":"job","state":"succeeded","input":{"result":{"of":"1"}},"attempts":[],"output":{"nodes":{}},"made":{"steps":[],"sharedReads":[],"sharedWrites":[],"sources":[],"usesInput":false,"elements":2},"interventions":[],"startedAt":{"microseconds":1795734842555927},"endedAt":{"microseconds":1795734842560877},"isSecret":false}}
    {"node":{"path":"2[0]","name":"j","kind":"job","state":"succeeded","input":{"value":{"_0":1}},"attempts":[{"startedAt":{"microseconds":1795734842560314},"endedAt":{"microseconds":1795734842560593},"state":"succeeded"}],"output":{"value":{"_0":{"a":1}}},"made":{"steps":[],"sharedReads":[],"sharedWrites":[],"sources":[{"place":"element","origin":{"other":{"_0":"written in the filter"}}},{"place":"output.a","origin":{"other":{"_0":"written in the filter"}}}],"usesInput":false,"secretOutput":[]},"interventions":[],"startedAt":{"microseconds":1795734842560314},"endedAt":{"microseconds":1795734842560593},"isSecret":false}}
    {"exchange":{"id":"01a21a232ca97e14aadd09259fbc3789","startedAt":1795734842540614,"request":{"method":"GET","url":"http://127.0.0.1:8765/one","headers":[["User-Agent","Parley"],["Accept","*/*"]]},"name":"one","groupID":"01a21a232c9272ed940e3bae37ac15e7","route":"one","response":{"url":"http://127.0.0.1:8765/one","status":200,"reason":"OK","version":"HTTP/1.0","headers":[["Server","SimpleHTTP/0.6 Python/3.11.7"],["Date","Thu, 26 Nov 2026 23:14:02 GMT"],["Content-type","application/octet-stream"],["Content-Length","8"],["Last-Modified","Thu, 26 Nov 2026 23:14:01 GMT"]],"bytesOnWire":8,"codec":"automatic","timings":{"dns":[0,32000000000000],"connect":[0,275000000000000],"tls":[0,0],"firstByte":[0,6639000000000000],"transfer":[0,879000000000000],"total":[0,10608000000000000],"reusedConnection":false,"remoteAddress":"127.0.0.1:8765"}}}}
    {"responseBody":"{\"x\":1}\n"}
    """#

  /// The last line says of those before it what they are.
  private static func vouchedFor(_ input: [UInt8]) -> [UInt8] {
    let lines = input.split(separator: UInt8(ascii: "\n")).filter { !$0.starts(with: #"{"end""#.utf8) }
    let bytes = lines.flatMap { $0 + [UInt8(ascii: "\n")] }
    let sum = MessageDigest.sha256(bytes).map { byte in
      let text = String(byte, radix: 16)
      return text.utf8.count == 1 ? "0" + text : text
    }.joined()
    return bytes + Array("{\"end\":{\"lines\":\(lines.count),\"sha256\":\"\(sum)\"}}\n".utf8)
  }
}
