import Commands
import TestSupport
import Testing

@Suite("Completion of names", .timeLimit(.minutes(2)))
struct NameCompletionTests {
  private let folder: CommandFolder

  init() throws {
    folder = try CommandFolder([
      "requests/item/page.yaml": "url: /items\n", "requests/user/login.yaml": "url: /login\n",
      "groups/daily/check.yaml": "tags: [smoke, quick]\nsteps: [{ request: item/page }]\n",
      "groups/look.yaml": "tags: [quick]\nsteps: [{ request: item/page }]\n", "environments/local.yaml": "vars: {}\n",
    ])
  }

  private func names(_ kind: NameCompletion, _ words: [String], in directory: String = "/") -> [String] {
    kind.names(for: words, in: directory, home: folder.folder.path)
  }

  @Test(
    "offers what the workspace has",
    arguments: [
      (NameCompletion.requests, ["item/page", "user/login"]), (.groups, ["daily/check", "look", "daily"]),
      (.requestsAndGroups, ["item/page", "user/login", "daily/check", "look"]), (.environments, ["local"]),
      (.tags, ["quick", "smoke"]),
    ])
  func kinds(kind: NameCompletion, expected: [String]) {
    #expect(names(kind, [], in: folder.folder.path("w")) == expected)
  }

  @Test(
    "finds the workspace that the line names, or the one around the folder",
    arguments: [["parley", "send", "-w", "w", ""], ["--workspace=w"], ["-w", "~/w"]])
  func workspaces(words: [String]) {
    #expect(names(.environments, words, in: folder.folder.path) == ["local"])
    #expect(names(.environments, [], in: folder.folder.path("w/requests/user")) == ["local"])
  }

  @Test("offers nothing, and says nothing, without a workspace")
  func none() {
    #expect(names(.requests, [], in: "/").isEmpty)
    #expect(names(.requests, ["-w", "missing"], in: folder.folder.path("w")).isEmpty)
  }
}
