import ParleyEditing
import ParleyEngine
import ParleyFiles
import ParleyModel
import ParleyText
import ParleyWorkspace

/// `parley list [WHAT]`: what a workspace's files hold, by the names that the other commands take. Reads the files alone.
package struct ListCommand: Sendable {
  package enum Subject: String, Sendable, CaseIterable {
    case requests, groups, environments, mocks, ciphers

    /// - Parameter word: its name, or the first letters of it, as in `request`, `envs` or `g`.
    package init?(word: String) {
      let start = word.lowercased()
      let singular = start.hasSuffix("s") ? String(start.dropLast()) : start
      guard !singular.isEmpty, let subject = Self.allCases.first(where: { $0.rawValue.hasPrefix(singular) }) else {
        return nil
      }
      self = subject
    }
  }

  package var subject: Subject
  /// Only what has all of these in its row.
  package var words: [String]
  package var arguments: SessionArguments
  package var printsJSON: Bool

  package init(_ subject: Subject, words: [String] = [], _ arguments: SessionArguments, printsJSON: Bool = false) {
    (self.subject, self.words, self.arguments, self.printsJSON) = (subject, words, arguments, printsJSON)
  }

  package func run(on console: any Console) async -> ExitStatus {
    do {
      let workspace = try Workspace.load(at: arguments.folder())
      let listing = WorkspaceListing(of: subject, in: workspace).matching(words)
      if printsJSON {
        console.print(.array(listing.items.map(\.json)))
      } else {
        if listing.items.isEmpty { console.note(words.isEmpty ? subject.absence : "Nothing matches.") }
        ListTable(subject.headings, listing.items.map(\.cells)).print(on: console)
      }
      tellMistakes(of: workspace, on: console)
      return .good
    } catch {
      return console.fail(error, asJSON: printsJSON)
    }
  }

  /// Notes that the list may lack the content of broken files.
  private func tellMistakes(of workspace: Workspace, on console: any Console) {
    let count = workspace.diagnostics.count { $0.severity == .error }
    guard count > 0 else { return }
    console.note("The workspace has \(count.counted("error")): parley check")
  }
}

extension ListCommand.Subject {
  fileprivate var headings: [String] {
    switch self {
    case .requests: ["METHOD", "REQUEST", "URL", "NOTES"]
    case .groups: ["GROUP", "STEPS", "TAGS", "NOTES"]
    case .environments: ["ENVIRONMENT", "VALUES", "SECRETS", "REMARKS"]
    case .mocks: ["METHOD", "PATH", "SERVER", "REPLY", "FILE"]
    case .ciphers: ["CIPHER", "UNLOCKED BY", "REMARKS"]
    }
  }

  fileprivate var absence: String {
    switch self {
    case .requests: "The workspace has no requests. They are files under requests/."
    case .groups: "The workspace has no groups. They are files under groups/."
    case .environments: "The workspace has no environments. They are files under environments/."
    case .mocks: "The workspace has no mocks. They are files under mocks/."
    case .ciphers: "The workspace has no ciphers."
    }
  }
}

/// The rows of a list, for people and for programs.
struct WorkspaceListing {
  struct Item {
    let cells: [ListTable.Cell]
    let json: JSONValue
  }

  private(set) var items: [Item]

  init(of subject: ListCommand.Subject, in workspace: Workspace) {
    items =
      switch subject {
      case .requests: workspace.requests.map(\.listed)
      case .groups: workspace.groups.map { $0.listed(steps: $0.outline(in: workspace).stepCount) }
      case .environments:
        workspace.environments.map { $0.listed(isUsual: workspace.definition.environment?.value == $0.name) }
      case .mocks: workspace.mocks.map { $0.listed(server: $0.definition.serverName(in: workspace)) }
      case .ciphers: workspace.definition.ciphers.map(\.listed) + CipherDefinition.listedBuiltIn
      }
  }

  /// Those that contain all of the words, whatever their case.
  func matching(_ words: [String]) -> WorkspaceListing {
    let words = words.map { $0.lowercased() }
    var listing = self
    listing.items = items.filter { item in
      let text = item.cells.map(\.text).joined(separator: "\n").lowercased()
      return words.allSatisfy { text.contains($0) }
    }
    return listing
  }
}

extension WorkspaceRequest {
  fileprivate var listed: WorkspaceListing.Item {
    let method = definition.method?.value ?? "GET"
    let notes = definition.docs.map { FirstSentence(of: $0.value).text } ?? ""
    let broken: [ListTable.Cell] = hasErrors ? [.init("has errors", .bad)] : [.init(notes, .muted)]
    var json: JSONValue = [
      "request": .string(id), "method": .string(method), "url": .string(definition.url.value), "file": .string(file),
      "errors": .bool(hasErrors),
    ]
    json["server"] = definition.server.map { .string($0.value) }
    json["docs"] = definition.docs.map { .string($0.value) }
    return .init(cells: [.init(method), .init(id), .init(definition.url.value, .muted, .address)] + broken, json: json)
  }
}

extension WorkspaceGroup {
  fileprivate func listed(steps: Int) -> WorkspaceListing.Item {
    let notes = definition.docs.map { FirstSentence(of: $0.value).text } ?? ""
    var json: JSONValue = [
      "group": .string(id), "steps": .number(JSONNumber(steps)), "tags": .array(definition.tags.map(JSONValue.string)),
      "file": .string(file), "errors": .bool(hasErrors),
    ]
    json["docs"] = definition.docs.map { .string($0.value) }
    return .init(
      cells: [
        .init(id), .init(steps.counted("step"), .muted), .init(definition.tags.joined(separator: ", "), .muted),
        hasErrors ? .init("has errors", .bad) : .init(notes, .muted),
      ], json: json)
  }
}

extension WorkspaceEnvironment {
  /// - Parameter isUsual: whether commands use it when none is named.
  fileprivate func listed(isUsual: Bool) -> WorkspaceListing.Item {
    let secrets = definition.vars.count(where: \.isSecret)
    let confirms = definition.confirm?.value == true
    let remarks = [isUsual ? "of commands without -e" : nil, confirms ? "asks before it sends" : nil]
    return .init(
      cells: [
        .init(name), .init((definition.vars.count - secrets).counted("value"), .muted),
        .init(secrets.counted("secret"), .muted), .init(remarks.compactMap(\.self).joined(separator: ", "), .muted),
      ],
      json: [
        "environment": .string(name), "variables": .array(definition.vars.map { .string($0.name.value) }),
        "secrets": .array(definition.vars.filter(\.isSecret).map { .string($0.name.value) }),
        "usual": .bool(isUsual), "confirm": .bool(confirms), "file": .string(file),
      ])
  }
}

extension WorkspaceMock {
  /// - Parameter server: the key of the server that it replies for.
  fileprivate func listed(server: String?) -> WorkspaceListing.Item {
    let match = definition.match.value
    let statuses = definition.replies.map { $0.failure?.value.rawValue ?? "\($0.status?.value ?? 200)" }
    let isSocket = !definition.messages.isEmpty
    let place = "\(file):\(definition.match.place?.line ?? 1)"
    let first = definition.replies.first
    let look = first?.failure == nil ? first.map { ListTable.Look.status($0.status?.value ?? 200) } : .bad
    var json: JSONValue = [
      "method": .string(match.method), "path": .string(match.path), "place": .string(place),
      "replies": .array(statuses.map(JSONValue.string)), "webSocket": .bool(isSocket),
    ]
    json["server"] = server.map(JSONValue.string)
    return .init(
      cells: [
        .init(match.method), .init(match.path), .init(server ?? "", .muted),
        .init(isSocket ? "messages" : statuses.joined(separator: ", then "), look ?? .plain), .init(place, .muted),
      ], json: json)
  }
}

extension CipherDefinition {
  fileprivate var listed: WorkspaceListing.Item {
    let means = passphrase != nil ? "passphrase" : keyFile.map { "key file \($0.value)" } ?? "passphrase"
    return .init(
      cells: [.init(name.value), .init(means), .init("")],
      json: ["cipher": .string(name.value), "unlockedBy": .string(means), "builtIn": false])
  }

  /// Those that every workspace has.
  fileprivate static let listedBuiltIn = [
    (gzip, "nothing", "compresses, and hides nothing"), (machine, "this machine's key", "secrets are encrypted so"),
    (none, "nothing", "stored as it is"),
  ].map { name, means, remark in
    WorkspaceListing.Item(
      cells: [.init(name), .init(means, .muted), .init(remark, .muted)],
      json: ["cipher": .string(name), "unlockedBy": .string(means), "builtIn": true])
  }
}
