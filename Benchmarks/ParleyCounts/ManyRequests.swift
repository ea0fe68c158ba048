import Glibc

/// A workspace of many requests that are alike.
struct ManyRequests {
  private let request: String
  private let count: Int

  init(_ request: String, count: Int) { (self.request, self.count) = (request, count) }

  static let plain = """
    method: POST
    url: /items/:id
    path: { id: 1 }
    query: { page: 1, limit: 20 }
    headers: { X-A: "1" }
    body:
      json: |
        { "name": "thing", "n": 1 }
    expect: { status: 200 }

    """

  /// A form with parts of parts, as an operation of Stripe's has it.
  static let form =
    "method: POST\nurl: /v1/items/:id\npath: { id: 1 }\nbody:\n  form:\n"
    + (0..<8).map { part in
      "    name\(part): text\n" + (0..<5).map { "    part\(part)[inner\($0)][city]: text\n" }.joined()
    }.joined()

  func path(below folder: String) -> String { "\(folder)/many-\(request.utf8.count)-\(count)" }

  func write(below folder: String) throws {
    let root = path(below: folder)
    mkdir(root, 0o755)
    mkdir("\(root)/requests", 0o755)
    try Self.write("parley: 1\nid: many\nservers: { api: 'http://127.0.0.1' }\n", to: "\(root)/parley.yaml")
    for number in 0..<count { try Self.write(request, to: "\(root)/requests/r\(number).yaml") }
  }

  private static func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw Unwritable(path: path) }
    fputs(text, file)
    fclose(file)
  }

  private struct Unwritable: Error { let path: String }
}
