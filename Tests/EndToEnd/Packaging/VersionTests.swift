import TestSupport
import Testing

@Suite("The version", .timeLimit(.minutes(1)))
struct VersionTests {
  @Test(
    "is a line with the build, and the libraries as they are at run time",
    arguments: [["--version"], ["send", "--version"]])
  func version(arguments: [String]) async throws {
    let done = try await ParleyProgram().run(arguments)
    let lines = done.outputText.split(separator: "\n").map(String.init)
    #expect(done.status == 0)
    #expect(lines.first == "parley 0.4.0 (development build)")
    let libraries = lines.dropFirst().compactMap { line in
      line.wholeMatch(of: #/  (\S+) +\d+\.\d+\S*(?: \(.*\))?/#).map { String($0.output.1) }
    }
    #expect(libraries == ["libcurl", "libpsl", "SQLite", "OpenSSL", "ncurses", "libyaml", "PCRE2"], "\(lines)")
  }

  @Test("of an installed build names its commit; sources from an archive have none")
  func stamp() async throws {
    try await withTemporaryDirectory { folder in
      let script = "\(Repository.root)/Scripts/stamped"
      let make = """
        mkdir Scripts && cp '\(script)' Scripts && Scripts/stamped env >archive
        git init -q . && git add Scripts && git -c user.name=a -c user.email=a@b commit -q -m one --date 2026-11-04
        Scripts/stamped env >clone && git rev-parse --short=10 HEAD
        """
      let done = try await FinishedProcess.run("/bin/sh", ["-ec", "cd '\(folder.path)'; \(make)"])
      #expect(done.status == 0, "\(done.errorText)")
      let (archive, clone) = try (folder.read("archive"), folder.read("clone"))
      #expect(!String(decoding: archive, as: UTF8.self).contains("PARLEY_COMMIT"))
      #expect(String(decoding: clone, as: UTF8.self).contains("PARLEY_COMMIT=\(done.outputText)"))
    }
  }
}
