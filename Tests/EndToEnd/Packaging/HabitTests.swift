import TestSupport
import Testing

@Suite("Habits of the sources", .timeLimit(.minutes(2)))
struct HabitTests {
  @Test("every suite has a time limit")
  func timeLimits() async throws {
    let found = try await grep(["-A3", "@Suite"], below: "Tests")
    let suites = found.split(separator: "--\n").filter { !$0.contains(".timeLimit(") }
    #expect(found.contains("HabitTests.swift") && suites == [])
  }

  @Test("no comment of a declaration begins with a question word: it says what the thing is or does")
  func comments() async throws {
    #expect(try await grep(["/// (What|Whose|Where|Who|When|Why)\\b"], below: "Sources") == "")
  }

  /// The standard library copies the value of such a path over itself where it is longer than a word (swift_getAtKeyPath, as the
  /// address sanitizer reports it).
  @Test("no key path goes through an optional value: a closure does")
  func keyPaths() async throws {
    #expect(try await grep([#".*[^\\]\\\.[A-Za-z.]+\?\.[a-z]"#], below: "Sources") == "")
  }

  @Test("messages quote in one way: “names and what was found”, and `what is typed`")
  func quotes() async throws {
    // A word in single quotes with a value filled in, or behind a word that messages quote after.
    let signs = #"('[$@:]?\\\([^']*\\?\)')|(found|expected|unknown [a-z]+|mean|no|named|called) '[^' ]"#
    let found = try await grep([#"[^/ ].*".*"# + "(\(signs))"], below: "Sources")
    let others = [
      "ShellWords", "+Shell", "DigestAnswer", "/Code/", "GivenNames", "Builtin+Core", "ParleyStore", "Postgres",
      "ParserMistake", "YAMLSyntaxProblem", "Manual/",
    ]
    let lines = found.split(separator: "\n").filter { line in !others.contains { line.contains($0) } }
    #expect(lines == [])
    #expect(try await grep([#".*"[^"]*([Pp]erhaps you mean)"#], below: "Sources") == "")
  }

  /// The lines of Swift files that begin with a pattern, blanks apart.
  private func grep(_ arguments: [String], below folder: String) async throws -> String {
    let pattern = "^ *\(arguments.last ?? "")"
    let words = ["-rE", "--include=*.swift"] + arguments.dropLast() + [pattern, "\(Repository.root)/\(folder)"]
    let done = try await FinishedProcess.run("/bin/grep", words)
    #expect(done.status < 2, "\(done.errorText)")
    return done.outputText
  }
}
