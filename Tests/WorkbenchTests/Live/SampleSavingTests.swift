import ParleyEngine
import ParleyModel
import TestSupport
import Testing

@testable import ParleyEditing
@testable import ParleyFiles
@testable import ParleyWorkspace
@testable import Workbench
@testable import WorkbenchGroups
@testable import WorkbenchLive
@testable import WorkbenchServices

/// Every field of every request of the sample workspaces, edited alone as the composer edits it.
@Suite("Saving each field of the sample workspaces", .timeLimit(.minutes(2)))
struct SampleSavingTests {
  private static let workspaces = ["demo", "httpbin"].map { name in
    (name: name, loaded: Result { try Workspace.load(at: "\(Repository.root)/workspaces/\(name)") })
  }
  static let requests: [String] = workspaces.flatMap { name, loaded -> [String] in
    ((try? loaded.get())?.requests ?? []).map { "\(name) \($0.id)" }
  }

  private func file(_ name: String) throws -> RequestFile {
    let parts = name.split(separator: " ", maxSplits: 1).map(String.init)
    let workspace = try #require(Self.workspaces.first { $0.name == parts[0] }).loaded.get()
    return try #require(RequestFile(parts[1], in: workspace))
  }

  @Test("changes that value alone, and every other byte stays", arguments: Sample.of(requests, 30))
  func everyField(name: String) throws {
    let file = try file(name)
    let draft = RequestDraft(file.definition)
    for edit in FieldEdit.all(of: draft) {
      var edited = draft
      edit.change(&edited)
      let saved = try file.patched(RequestDefinition(edited, over: file.definition))
      let after = RequestDefinition.form.read(SourceText(file: file.file, bytes: saved))
      #expect(after.diagnostics.isEmpty, "\(name), \(edit)")
      #expect(RequestDraft(try #require(after.value)) == edited, "\(name), \(edit)")
      check(edit, String(decoding: file.source.bytes, as: UTF8.self), String(decoding: saved, as: UTF8.self))
    }
  }

  @Test("is no change where nothing was edited", arguments: requests)
  func nothing(name: String) throws {
    let file = try file(name)
    let same = try RequestDefinition(RequestDraft(file.definition), over: file.definition)
    #expect(try file.patched(same) == file.source.bytes)
  }

  private func check(_ edit: FieldEdit, _ before: String, _ after: String) {
    if let text = edit.text, before.ranges(of: text.old).count == 1 {
      #expect(after == before.replacing(text.old, with: text.new), "\(edit)")
    }
    let (old, new) = (before.topLevelBlocks, after.topLevelBlocks)
    #expect(old.filter { $0.key != edit.key }.map(\.lines) == new.filter { $0.key != edit.key }.map(\.lines), "\(edit)")
  }

  @Test("takes in each setting a value that the example names, so that none is left out")
  func settings() {
    let missing = SettingKey.allCases.filter { FieldEdit.value(of: $0) == nil }
    #expect(missing == [])
  }
}

/// One field, edited.
struct FieldEdit: CustomStringConvertible {
  let description: String
  /// Of the file, at the top.
  let key: String
  /// Where one text took the place of another.
  var text: (old: String, new: String)?
  let change: (inout RequestDraft) -> Void

  init(_ description: String, _ key: String, _ change: @escaping (inout RequestDraft) -> Void) {
    self.description = description
    self.key = key
    self.change = change
  }

  static func all(of draft: RequestDraft) -> [FieldEdit] {
    words(draft) + rows(draft, \.path, "path") + rows(draft, \.query, "query") + rows(draft, \.headers, "headers")
      + rows(draft, \.expectedHeaders, "expect") + captures(draft) + body(draft)
      + SettingKey.allCases.flatMap { setting($0, draft) }
  }

  private static func lengthen(
    _ path: WritableKeyPath<RequestDraft, String>, _ key: String, of draft: RequestDraft, _ description: String
  ) -> FieldEdit {
    var edit = FieldEdit(description, key) { $0[keyPath: path] += "x" }
    let old = draft[keyPath: path]
    if !old.isEmpty, !old.contains("\n") { edit.text = (old, old + "x") }
    return edit
  }

  private static func words(_ draft: RequestDraft) -> [FieldEdit] {
    [
      FieldEdit("method", "method") { $0.method = "PATCH" }, lengthen(\.url, "url", of: draft, "url"),
      FieldEdit("server", "server") { $0.server = "other" }, lengthen(\.docs, "docs", of: draft, "docs"),
      FieldEdit("filter", "expect") { $0.expectedFilters.append(".a == 1") },
    ]
  }

  private static func rows(
    _ draft: RequestDraft, _ rows: WritableKeyPath<RequestDraft, [DraftRow]>, _ key: String
  ) -> [FieldEdit] {
    let edits = draft[keyPath: rows].indices.flatMap { index in
      [
        lengthen(rows.appending(path: \.[index].value), key, of: draft, "\(key) \(index) value"),
        FieldEdit("\(key) \(index) name", key) { $0[keyPath: rows][index].name += "x" },
        FieldEdit("\(key) \(index) switch", key) { $0[keyPath: rows][index].isOn.toggle() },
        FieldEdit("\(key) \(index) gone", key) { $0[keyPath: rows].remove(at: index) },
      ]
    }
    return edits + [FieldEdit("\(key) new", key) { $0[keyPath: rows].append(DraftRow("new", "-1")) }]
  }

  private static func captures(_ draft: RequestDraft) -> [FieldEdit] {
    draft.captures.indices.map { index in
      FieldEdit("capture \(index)", "capture") { $0.captures[index].value = ".other" }
    } + [FieldEdit("capture new", "capture") { $0.captures.append(DraftRow("new", ".new[0]")) }]
  }

  private static func body(_ draft: RequestDraft) -> [FieldEdit] {
    switch draft.body {
    case .none: [FieldEdit("body json", "body") { $0.body = .json("{\n  \"a\": 1\n}\n") }]
    case .json(let text): [FieldEdit("body", "body") { $0.body = .json(" " + text) }]
    case .text(let text): [FieldEdit("body", "body") { $0.body = .text(text + "x") }]
    case .form(let rows):
      rows.indices.map { index in
        FieldEdit("form \(index)", "body") { $0.body = .form(rows.replacing(index) { $0.value += "x" }) }
      } + [FieldEdit("form new", "body") { $0.body = .form(rows + [DraftRow("new", "1")]) }]
    case .multipart(let parts):
      parts.indices.map { index in
        FieldEdit("part \(index)", "body") { $0.body = .multipart(parts.replacing(index) { $0.row.value += "x" }) }
      } + [FieldEdit("part new", "body") { $0.body = .multipart(parts + [DraftPart(DraftRow("new", "1"))]) }]
    case .file: []
    case .messages(let rows):
      rows.indices.map { index in
        FieldEdit("message \(index)", "messages") {
          $0.body = .messages(rows.replacing(index) { $0.value = $0.isSent ? $0.value + "x" : $0.value + " | ." })
        }
      } + [FieldEdit("message new", "messages") { $0.body = .messages(rows + [DraftRow("wait 3s", ".done")]) }]
    case .graphql(let query, let variables):
      [
        FieldEdit("graphql", "body") { $0.body = .graphql(query: query + "x", variables: variables) },
        FieldEdit("variables", "body") { $0.body = .graphql(query: query, variables: #"{ "a": 1 }"#) },
      ]
    }
  }

  private static func setting(_ key: SettingKey, _ draft: RequestDraft) -> [FieldEdit] {
    guard let value = value(of: key, besides: draft[key]), key.isSaid(in: draft) else { return [] }
    let changed = FieldEdit("\(key)", key.fileKey) {
      $0.empty(whatGoesWith: key)
      $0[key] = value
    }
    guard !draft[key].isEmpty, !key.isNeeded else { return [changed] }
    let gone = FieldEdit("\(key) gone", key.fileKey) {
      $0[key] = ""
      $0.empty(whatGoesWith: key)
    }
    return [changed, gone]
  }

  static func value(of key: SettingKey, besides old: String = "") -> String? {
    if key == .auth { return old == "none" ? "inherit" : "none" }
    if let choice = key.choices.first(where: { $0 != old }) { return choice }
    switch (key, key.field.kind) {
    case (.ignoredQuery, _), (.invalidates, _): return "one, two"
    case (.cache, _): return old == "off" ? "" : "off"
    case (_, .duration): return "1234ms"
    case (_, .statuses): return "299, 4xx"
    case (_, .number): return "7"
    case (_, .fraction): return "0.25"
    case (_, .size): return "7MB"
    case (_, .text), (_, .path), (_, .flag), (_, .choice): return old + "x"
    }
  }
}

extension SettingKey {
  private static let cacheKeys: Set<SettingKey> = [.cache, .timeToLive, .ignoredQuery, .invalidates]
  private static let retryKeys: Set<SettingKey> = [.retries, .delay, .backoff, .jitter, .retryStatus, .retryAfter]
  private static let certificateKeys: Set<SettingKey> = [.certificate, .certificateKey, .certificatePassphrase]
  fileprivate static let authKeys = Set(SettingKey.auth.choices.flatMap(fields(ofAuth:)))

  /// Whether a file can say it as this draft is.
  fileprivate func isSaid(in draft: RequestDraft) -> Bool {
    // Each grant needs other keys.
    if self == .grant { return false }
    if Self.authKeys.contains(self) { return Self.fields(ofAuth: draft[.auth]).contains(self) && !draft[self].isEmpty }
    if Self.retryKeys.contains(self) { return self == .retries || !draft[.retries].isEmpty }
    if Self.certificateKeys.contains(self) { return self == .certificate || !draft[.certificate].isEmpty }
    if [.filePath, .fileType, .fileMD5].contains(self) { return draft.body == .file }
    if Self.cacheKeys.contains(self) { return draft[.cache].isEmpty }
    // A file's own `inherit` is as good as nothing.
    return self != .auth || draft[.auth] != "none"
  }

  /// Cannot be taken away alone.
  fileprivate var isNeeded: Bool { self == .filePath || self == .auth || Self.authKeys.contains(self) }

  /// What is not said any more when this is.
  fileprivate var goesWith: Set<SettingKey> {
    switch self {
    case .auth: Self.authKeys
    case .cache: Self.cacheKeys.subtracting([.cache])
    default: []
    }
  }

  /// Under which key of the file it stands.
  fileprivate var fileKey: String {
    switch self {
    case .queryStyle, .root, .serialization, .duplicates, .hold: rawValue
    case .filePath, .fileType, .fileMD5: "body"
    case .status, .within, .schema: "expect"
    case .envelope, .responseRoot, .codec: "response"
    case _ where self == .auth || Self.authKeys.contains(self): "auth"
    case _ where Self.retryKeys.contains(self): "retry"
    case _ where Self.cacheKeys.contains(self): "cache"
    default: "options"
    }
  }
}

extension RequestDraft {
  fileprivate mutating func empty(whatGoesWith key: SettingKey) {
    for other in key.goesWith { self[other] = "" }
    if key == .retries, self[.retries].isEmpty {
      for other: SettingKey in [.delay, .backoff, .jitter, .retryStatus, .retryAfter] { self[other] = "" }
    }
    if key == .certificate, self[.certificate].isEmpty {
      for other: SettingKey in [.certificateKey, .certificatePassphrase] { self[other] = "" }
    }
  }
}

extension Array {
  fileprivate func replacing(_ index: Int, _ change: (inout Element) -> Void) -> [Element] {
    var copy = self
    change(&copy[index])
    return copy
  }
}

extension String {
  /// The keys at the top, each with its lines and the comments above it.
  fileprivate var topLevelBlocks: [(key: String, lines: [Substring])] {
    var blocks: [(key: String, lines: [Substring])] = []
    var comments: [Substring] = []
    for line in split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("#") {
        comments.append(line)
      } else if let first = line.first, first != " ", first != "-", let colon = line.firstIndex(of: ":") {
        blocks.append((String(line[..<colon]), comments + [line]))
        comments = []
      } else if !blocks.isEmpty {
        blocks[blocks.count - 1].lines += comments + [line]
        comments = []
      }
    }
    return blocks
  }
}
