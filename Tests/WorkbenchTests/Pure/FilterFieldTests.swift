import ParleyEngine
import ParleyModel
import ParleyText
import Testing

@testable import WorkbenchScreens

@Suite("A filter says which of its fields do not exist", .timeLimit(.minutes(2)))
struct FilterFieldTests {
  /// What each filter says of a text.
  private static let filters: [(name: String, vocabulary: FilterVocabulary, problems: @Sendable (String) -> [String])] =
    [
      ("log", .log, { LogFilter($0).problems }),
      ("history", .history, { LogFilter($0, knowing: .history).problems }),
      ("breakpoint", .breakpoint, { LogFilter($0, knowing: .breakpoint).problems }),
      ("steps", .steps, { StepFilter($0).problems }),
      ("cache", .cache, { CacheEntryFilter($0).problems }),
      ("shared data", .shared, { SharedFilter($0).problems }),
    ]

  @Test("with the closest one, where there is one, and a list")
  func unknown() {
    for (name, vocabulary, problems) in Self.filters {
      for text in ["nowhere:x", "-nowhere:x", "nowhere>5", "NOWHERE:"] {
        let told = problems(text).first ?? ""
        #expect(told.hasPrefix("There is no field “nowhere”.") && !told.contains("Did you mean"), "\(name): \(told)")
        #expect(vocabulary.fields.allSatisfy(told.contains), "\(name): \(told)")
      }
      let field = vocabulary.fields.max { $0.count < $1.count } ?? ""
      let told = problems("\(field.dropLast())x:1").first ?? ""
      #expect(told.contains("Did you mean “\(field)”?"), "\(name): \(told)")
    }
  }

  @Test("every field that is listed is one, and those of other filters are none")
  func listed() {
    for (name, vocabulary, problems) in Self.filters {
      for field in vocabulary.fields + vocabulary.aliases {
        #expect(!problems("\(field):x").contains { $0.contains("no field") }, "\(name): \(field)")
      }
      let others = Set(Self.filters.flatMap(\.vocabulary.fields)).filter { !vocabulary.knows($0) }
      for field in others {
        for value in ["x", "1"] {
          #expect(problems("\(field):\(value)").first?.contains("no field") == true, "\(name): \(field)")
        }
      }
    }
  }

  @Test("and which states `is:` knows")
  func states() {
    for (name, vocabulary, problems) in Self.filters where !vocabulary.states.isEmpty {
      for state in vocabulary.states { #expect(problems("is:\(state)").isEmpty, "\(name): \(state)") }
      let told = problems("is:nowhere").first ?? ""
      #expect(vocabulary.states.allSatisfy(told.contains), "\(name): \(told)")
    }
    #expect(LogFilter("size:100", knowing: .history).problems[0].contains("Did you mean “bytes”?"))
    #expect(LogFilter("duration:5", knowing: .history).problems[0].contains("Did you mean “ms”?"))
    #expect(LogFilter("is:expired", knowing: .history).problems == ["“is:” knows pinned and edited."])
    #expect(LogFilter("is:marked", knowing: .history).problems.isEmpty && LogFilter("is:pinned").problems.isEmpty)
    #expect(LogFilter("is:failed", knowing: .history).problems[0].hasSuffix(" kind:fail finds failures."))
    #expect(LogFilter("is:pined", knowing: .history).problems[0].hasSuffix("Did you mean “pinned”?"))
    #expect(SharedFilter("is:expired").problems.first?.contains("no field “is”") == true)
  }

  @Test(
    "a small number behind an unknown name is no port", arguments: ["foo:1", "foo:404", "nowhere:80x", "foo:99999"])
  func noPort(_ word: String) {
    for vocabulary in [FilterVocabulary.log, .history, .breakpoint] {
      #expect(LogFilter(word, knowing: vocabulary).problems.contains { $0.contains("There is no field") })
    }
  }

  @Test("while text is text: what is in quotes, URLs, hosts with a port, pairs of a query")
  func texts() {
    let texts = [
      #""nowhere:x""#, #"-"nowhere:x""#, "http://127.0.0.1/a", "https://h:80/?a=b", "localhost:8080", "localhost:80",
      "api:8080", "api:8080/items", "127.0.0.1:80",
      "page=2",
      "10:30", "content-type:", "a", "-", "\"",
    ]
    for (name, _, problems) in Self.filters {
      for text in texts { #expect(problems(text).isEmpty, "\(name): \(text)") }
    }
    #expect(LogFilter(#""kind:sent""#).terms.map(\.condition) == [.word("kind:sent")])
    #expect(LogFilter(#"-"kind:sent" name:"a b""#).terms.map(\.isNegated) == [true, false])
    #expect(LogFilter(#"name:"a b""#).terms.map(\.condition) == [.text(.name, "a b")])
  }

  @Test(
    "quotes within a text are looked for, so that pasted JSON is found",
    arguments: [
      (#"{"a""#, [#"{"a""#]), (#"{"a":"word"}"#, [#"{"a":"word"}"#]), (#""a": "word""#, [#"a": "word"#]),
      (#""say \"hi\"""#, [#"say "hi""#]), (#""a \\ b""#, [#"a \ b"#]), (#"say "a b" c"#, ["say", "a b", "c"]),
      (#"it"s"#, [#"it"s"#]),
      (#""one" "two""#, ["one", "two"]), (#""open"#, ["open"]), (#"a\b"#, [#"a\b"#]),
    ])
  func quotes(_ text: String, _ words: [String]) {
    #expect(LogFilter(text).terms.map(\.condition) == words.map { .word($0) } && LogFilter(text).problems.isEmpty)
  }
}
