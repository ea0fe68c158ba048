import Foundation
import TestSupport
import Testing

@Suite("What is installed", .timeLimit(.minutes(3)))
struct LayoutTests {
  @Test(
    "programs, manual, completions, demo workspace, documentation and licences",
    arguments: [
      "bin/parley", "bin/parley-demo", "share/man/man1/parley.1", "share/man/man1/parley-send.1",
      "share/bash-completion/completions/parley", "share/zsh/site-functions/_parley",
      "share/fish/vendor_completions.d/parley.fish", "share/parley/demo/parley.yaml", "share/doc/parley/README.md",
      "share/doc/parley/CHANGELOG.md", "share/doc/parley/docs/format.md", "share/doc/parley/copyright",
    ])
  func files(path: String) async throws {
    let layout = try await InstalledLayout.make()
    let file = try FileManager.default.attributesOfItem(atPath: layout.path(path))
    #expect((file[.size] as? Int ?? 0) > 100)
    #expect((file[.posixPermissions] as? Int ?? 0) & 0o022 == 0, "only its owner may change it")
  }

  @Test("the licences are those of Parley and of everything that is contained")
  func licences() async throws {
    let text = try await InstalledLayout.make().text("share/doc/parley/copyright")
    #expect(text.contains("The Parley authors") && text.contains("Swift's runtime"))
    let packages = try FileManager.default.contentsOfDirectory(atPath: "\(Repository.root)/.build/checkouts")
    #expect(!packages.isEmpty)
    for package in packages { #expect(text.contains("/\(package)"), "\(package) is not named") }
    #expect(
      text.contains("Gwendal") && text.contains("UNICODE LICENSE V3")
        && text.contains("Runtime Library Exception"))
  }

  @Test("what an older version has installed and this one has not goes away")
  func replaced() async throws {
    try await withTemporaryDirectory { folder in
      try folder.write("old", to: "share/parley/workspaces/demo/parley.yaml")
      try folder.write("old", to: "share/parley/demo/requests/gone.yaml")
      try folder.write("old", to: "share/man/man1/parley-gone.1")
      try folder.write("another's", to: "share/man/man1/partridge.1")
      let built = try Executables.built("parley").split(separator: "/").dropLast().joined(separator: "/")
      let install = try await FinishedProcess.run("\(Repository.root)/Scripts/layout", ["/\(built)", folder.path])
      #expect(install.status == 0, "\(install.errorText)")
      let left = ["share/parley/workspaces", "share/parley/demo/requests/gone.yaml", "share/man/man1/parley-gone.1"]
      #expect(left.filter { FileManager.default.fileExists(atPath: folder.path($0)) } == [])
      #expect(FileManager.default.fileExists(atPath: folder.path("share/man/man1/partridge.1")))
    }
  }
}
