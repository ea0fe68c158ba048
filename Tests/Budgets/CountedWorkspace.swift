import TestSupport

/// A small workspace, so that the counted work and not the reading of files is most of what is counted.
enum CountedWorkspace {
  static func write(to folder: TemporaryDirectory) throws {
    for (path, text) in files { try folder.write(text, to: "workspace/\(path)") }
    for name in ["cheap", "dear", "new", "old", "sold"] {
      try folder.write(item(name), to: "workspace/requests/item/\(name).yaml")
    }
  }

  private static let files = [
    "parley.yaml": """
    parley: 1
    id: counted-1
    servers: { main: "{{baseUrl}}" }

    """,
    "environments/local.yaml": """
    vars:
      baseUrl: "http://127.0.0.1:1"
      email: ada@example.com
      password: { secret: prompt }

    """,
    "requests/user/login.yaml": """
    method: POST
    url: /user/login
    body:
      json: |
        { "email": "{{email}}", "password": "{{password}}" }
    expect: { status: 200 }

    """,
    "groups/all.yaml": """
    serial:
      - item/cheap
      - item/dear

    """,
  ]

  private static func item(_ name: String) -> String {
    """
    url: /item/list
    query:
      kind: \(name)
      page: "1"
    headers:
      X-Trace: "{{uuid()}}"
    expect: { status: 200 }

    """
  }
}
