import ParleyFiles
import ParleyFormats
import ParleyWorkspace
import TestSupport

/// An input that can be as large as somebody likes, and what reads it.
struct LargeInput: Sendable {
  let name: String
  /// So many take a moment.
  let count: Int
  /// Makes one of that size. What it gives reads it, on the thread that calls.
  let prepared: @Sendable (Int) throws -> () throws -> Void

  static let all = imports + workspaces
}

// Imports.
extension LargeInput {
  private static func imported(
    _ name: String, _ count: Int, _ file: String = "a.json", _ text: @escaping @Sendable (Int) -> String
  ) -> LargeInput {
    LargeInput(name: name, count: count) { count in
      let source = ImportSource(file, Array(text(count).utf8))
      return { _ = try? ImportedAPI(source) }
    }
  }

  private static func list(_ count: Int, separator: String = ",", _ item: (Int) -> String) -> String {
    (0..<count).map(item).joined(separator: separator)
  }

  private static let imports = [
    imported("equal curl commands", 150, "a.txt") { list($0, separator: "\n") { _ in "curl https://a.test/b" } },
    imported("lines of one curl command", 300, "a.txt") {
      "curl https://a.test/b -d '" + list($0, separator: "\n") { "line \($0) \"x\"" } + "'"
    },
    imported("requests of one name", 100, "a.http") {
      list($0, separator: "\n") { _ in "### one\nGET https://a.test/b\n" }
    },
    imported("Postman tokens", 80) { count in
      let items = list(count) {
        #"{"name":"r","request":{"method":"GET","url":"https://a.test/","auth":{"type":"bearer","bearer":[{"key":"token","value":"sk_live_abcdefgh\#($0)"}]}}}"#
      }
      return
        #"{"info":{"name":"p","schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":[\#(items)]}"#
    },
    imported("HAR entries with cookies", 40) { count in
      let entries = list(count) {
        #"{"startedDateTime":"2026-01-01T00:00:00Z","request":{"method":"GET","url":"https://a.test/b/\#($0)","headers":[{"name":"Cookie","value":"s=abcdefgh1234"}]},"response":{"status":200,"headers":[{"name":"Set-Cookie","value":"s=abcdefgh1234"}],"content":{"mimeType":"application/json","text":"{}"}}}"#
      }
      return #"{"log":{"version":"1.2","entries":[\#(entries)]}}"#
    },
    imported("dead references", 100) { count in
      let paths = list(count) {
        ##""/p\##($0)":{"get":{"parameters":[{"$ref":"#/components/parameters/x\##($0)"}]}}"##
      }
      return #"{"openapi":"3.0.3","info":{"title":"a","version":"1"},"paths":{\#(paths)}}"#
    },
  ]
}

// Workspaces.
extension LargeInput {
  private static func workspace(
    _ name: String, _ count: Int, _ files: @escaping @Sendable (Int) -> [String: String]
  ) -> LargeInput {
    LargeInput(name: name, count: count) { count in
      let folder = try TemporaryDirectory()
      try folder.write("parley: 1\nservers: { api: 'http://h' }\n", to: "parley.yaml")
      for (file, text) in files(count) { try folder.write(text, to: file) }
      return { _ = try Workspace.load(at: folder.path) }
    }
  }

  private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map { line($0) + "\n" }.joined()
  }

  private static let one = ["requests/one.yaml": "url: /\n"]

  private static let workspaces = [
    workspace("steps in a row", 120) {
      one.merging([
        "groups/g.yaml": "serial:\n" + lines($0) { "  - { request: one, as: s\($0), when: '$steps.s0 != null' }" }
      ]) { $1 }
    },
    workspace("lists in a list", 100) {
      one.merging(["groups/g.yaml": "serial:\n" + lines($0) { "  - serial: [{ request: one, as: s\($0) }]" }]) { $1 }
    },
    workspace("calls of one group", 200) {
      one.merging([
        "groups/a.yaml": "serial: [{ request: one }]\n",
        "groups/g.yaml": "serial:\n" + lines($0) { "  - { group: a, as: s\($0) }" },
      ]) { $1 }
    },
    workspace("groups that call the next twice", 5) { count in
      var files = one
      for number in 0..<count {
        files["groups/g\(number).yaml"] =
          "serial: [{ group: g\(number + 1), as: a }, { group: g\(number + 1), as: b }]\n"
      }
      files["groups/g\(count).yaml"] = "serial: [{ request: one }]\n"
      return files
    },
    workspace("values that use the one before", 400) {
      ["environments/local.yaml": "vars:\n  v0: a\n" + lines($0) { "  v\($0 + 1): '{{v\($0)}}'" }]
    },
    workspace("environments", 60) { count in
      Dictionary(uniqueKeysWithValues: (0..<count).map { ("environments/e\($0).yaml", "vars: { a: '{{b}}', b: c }\n") })
        .merging(["requests/one.yaml": "url: '/{{a}}'\n"]) { $1 }
    },
    workspace("logins that need the next", 60) { count in
      Dictionary(
        uniqueKeysWithValues: (0..<count).map {
          ("requests/l\($0).yaml", "url: /\nauth: { request: l\($0 + 1) }\ncapture: { t\($0): .a }\n")
        })
    },
    workspace("rules of shared keys", 300) {
      ["parley.yaml": "parley: 1\nshared:\n" + lines($0) { "  key\($0): { scope: workspace }" }]
    },
    workspace("unknown names", 200) {
      ["requests/one.yaml": "url: /\nheaders:\n" + lines($0) { "  X-\($0): '{{name\($0)}}'" }]
    },
    workspace("unknown keys", 200) { ["requests/one.yaml": "url: /\n" + lines($0) { "metod\($0): a" }] },
  ]
}
