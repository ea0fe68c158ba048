import ParleyEngine
import ParleyModel
import ParleyStore
import TestSupport
import Testing

@testable import ParleyFiles
@testable import ParleyWorkspace

@Suite("Answers are kept as long as the person says", .timeLimit(.minutes(1)))
struct SessionAnswerTests {
  private let folder: TemporaryDirectory
  private let server: RawServer

  init() throws {
    folder = try TemporaryDirectory()
    server = try RawServer.answering(.text("{}"))
    try folder.write(
      "parley: 1\nid: answers2\nservers: { api: \"\(server.url)\" }  # the only one\n", to: "shop/parley.yaml")
    try folder.write("vars:\n  pass: { secret: prompt } # mine\ncolor: red\n", to: "shop/environments/local.yaml")
    try folder.write("vars: {}\n", to: "shop/environments/other.yaml")
    try folder.write(
      "url: /me\nheaders: { X-Key: '{{secret(\"key at shop\")}}', X-Pin: '{{prompt(\"PIN\")}}' }\n",
      to: "shop/requests/me.yaml")
    try folder.write("url: /me\nheaders: { X-Pass: '{{pass}}' }\n", to: "shop/requests/pass.yaml")
  }

  private func open(_ environment: String? = nil) async throws -> Session {
    try await Session.open(
      at: folder.path("shop"), state: StateFolder(path: folder.path("state")), environment: environment,
      passphraseCost: 16)
  }

  private func send(_ id: String, by session: Session, _ person: Person) async throws {
    let rendered = try await session.sending.render(id, prompter: person)
    #expect(rendered.headers.allSatisfy { $0.value.text == "geheim hunter22" })
    #expect(try await session.sending.call(rendered).response().isAccepted)
  }

  @Test("this time: each send asks, in one go, and says of what it is a secret")
  func once() async throws {
    let session = try await open()
    let person = Person()
    try await send("me", by: session, person)
    try await send("me", by: session, person)
    #expect(person.asked == ["key at shop", "PIN", "key at shop", "PIN"])
    await session.close()
  }

  @Test("this session: once for each environment, and again when the program begins again")
  func session() async throws {
    let session = try await open("local")
    let person = Person(.session)
    try await send("me", by: session, person)
    try await send("me", by: session, person)
    #expect(person.asked.count == 2)
    #expect(session.answers.kept == ["key at shop": .session, "PIN": .session])
    try session.select(environment: "other")
    try await send("me", by: session, person)
    #expect(person.asked.count == 4)
    await session.close()
    let later = try await open("local")
    try await send("me", by: later, person)
    #expect(person.asked.count == 6)
    await later.close()
  }

  @Test(
    "what a server refuses is forgotten and asked for again; what it accepts, or refuses for another reason, is not")
  func refused() async throws {
    let refusing = try RawServer.answering(
      inTurn: ["401 No", "200 OK", "500 Oh", "403 No", "200 OK"].map { .text("{}", status: $0) })
    try folder.write("parley: 1\nid: answers2\nservers: { api: \"\(refusing.url)\" }\n", to: "shop/parley.yaml")
    let session = try await open("local")
    let person = Person(.session)
    var asked: [Int] = []
    for _ in 0..<5 {
      let rendered = try await session.sending.render("pass", prompter: person)
      _ = try? await session.sending.call(rendered).response()
      asked.append(person.asked.count)
    }
    #expect(asked == [1, 2, 2, 2, 3])
    await session.close()
  }

  @Test(
    "on this machine: still known to the next program, encrypted on disk, in no file of the workspace, and in no event")
  func machine() async throws {
    let session = try await open()
    let events = session.client.events.subscribe(capacity: 1000)
    let person = Person(.machine)
    try await send("me", by: session, person)
    try await send("pass", by: session, person)
    try await session.flushEvents()
    #expect(!events.takeAvailable().map { "\($0)" }.joined().contains("hunter22"))
    await session.close()
    let later = try await open()
    try await send("me", by: later, Person(.once, answers: nil))
    try await send("pass", by: later, Person(.once, answers: nil))
    #expect(later.answers.kept == ["key at shop": .machine, "PIN": .machine, "pass": .machine])
    #expect(later.sending.scope.analysis(of: "{{pass}}").uses[0].source.description == "kept encrypted on this machine")
    await later.close()
    for file in try FileTree.files(below: folder.path) {
      #expect(!String(decoding: try readFile(file), as: UTF8.self).contains("hunter22"), "\(file)")
    }
  }

  @Test("until they are forgotten: then it asks again")
  func forgetting() async throws {
    let session = try await open()
    try await send("me", by: session, Person(.machine))
    try await session.answers.keep("geheim hunter22", to: "pass", .session)
    #expect(try await session.answers.forgetAll() == 3)
    #expect(session.answers.kept.isEmpty)
    await #expect(throws: RenderError.notAnswered) { try await send("me", by: session, Person(answers: nil)) }
    await session.close()
  }

  @Test("a secret of an imported command is a shared key, a variable or a question, and its value in none of the files")
  func places() async throws {
    let session = try await open()
    try await session.answers.keep("hunter22", to: "key at shop", .machine)
    #expect(try await session.credentials.place("key at shop", at: .machine) == #"{{secret("key at shop")}}"#)
    #expect(try await session.credentials.place("key at shop", at: .sharedKey("apiKey")) == "{{shared.apiKey}}")
    #expect(try await session.shared.get("apiKey") == .text("hunter22"))
    #expect(session.shared.isSecret("apiKey") && session.answers.kept.isEmpty)
    #expect(
      try text("parley.yaml")
        == "parley: 1\nid: answers2\nservers: { api: \"\(server.url)\" }  # the only one\nshared:\n  apiKey: { cipher: machine }\n"
    )
    await session.close()
  }

  @Test("an environment asks for it, or takes it from a variable or a program; what stands in its file stays")
  func environments() async throws {
    let session = try await open()
    try await session.answers.keep("hunter22", to: "key at shop", .machine)
    #expect(try await session.credentials.place("key at shop", at: .variable("key", .prompt)) == "{{key}}")
    #expect(session.answers.kept == ["key": .machine])
    #expect(try await session.credentials.place("b", at: .variable("b", .environment("HOME"))) == "{{b}}")
    #expect(try await session.credentials.place("c", at: .variable("c", .command(["echo", "a b"]))) == "{{c}}")
    #expect(
      try text("environments/local.yaml") == """
        vars:
          pass: { secret: prompt } # mine
          key: { secret: prompt }
          b: { secret: env HOME }
          c: { secret: { command: [echo, a b] } }
        color: red

        """)
    #expect(session.permissions.missing().isEmpty)
    #expect(try await session.credentials.place("c", at: .variable("b", .environment("HOME"))) == "{{b}}")
    let taken = await #expect(throws: WorkspaceError.self) {
      try await session.credentials.place("c", at: .variable("b", .prompt))
    }
    #expect(taken?.code == "workspace.secretTaken")
    await #expect(throws: WorkspaceError.self) {
      try await session.credentials.place("c", at: .variable("no name", .prompt))
    }
    await session.close()
  }

  private func text(_ file: String) throws -> String {
    String(decoding: try folder.read("shop/\(file)"), as: UTF8.self)
  }
}

@Suite("A passphrase that was mistyped is asked again", .timeLimit(.minutes(1)))
struct PassphraseAgainTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write("parley: 1\nid: again1\nciphers:\n  vault: { passphrase: prompt }\n", to: "shop/parley.yaml")
  }

  private func open() async throws -> Session {
    try await Session.open(
      at: folder.path("shop"), state: StateFolder(path: folder.path("state")), passphraseCost: 16)
  }

  @Test("a new one says that it is permanent, and is asked again when its two spellings differ")
  func new() async throws {
    let session = try await open()
    let person = Typist([["one", "two"], ["words", "words"]])
    try await session.ciphers.unlock("vault", by: person)
    #expect(session.ciphers.all[0].isLocked == false)
    let mistakes: [String?] = [nil, nil, "The passphrases differ.", "The passphrases differ."]
    #expect(person.questions.flatMap { $0.map(\.mistake) } == mistakes)
    #expect(person.questions[0][0].explanation.contains("Keep it safe"))
    #expect(person.questions[0][1].repeats == "passphrase of vault")
    #expect(person.questions[0][0].keepings.isEmpty)
    await session.close()
  }

  @Test("one that opens nothing is asked again, of people; a script hears of it")
  func wrong() async throws {
    let first = try await open()
    try await first.ciphers.unlock("vault", by: Typist([["words", "words"]]))
    await first.close()
    let session = try await open()
    let person = Typist([["wrong"], ["words"]])
    try await session.ciphers.unlock("vault", by: person)
    #expect(person.questions.count == 2 && person.questions[1][0].mistake != nil)
    #expect(person.questions[0][0].explanation == "Unlocks the cipher “vault” until you quit.")
    session.ciphers.lock("vault")
    let script = Typist([["wrong"], ["words"]], asksAgain: false)
    let error = await #expect(throws: SharedDataError.self) { try await session.ciphers.unlock("vault", by: script) }
    #expect(error?.kind == .wrongKey)
    await session.close()
  }
}

/// Replies to everything with the same words, and says how long they are kept.
private final class Person: Prompter {
  private let kept: AnswerKeeping
  private let words: String?
  private let heard = Lock<[String]>([])

  init(_ kept: AnswerKeeping = .once, answers words: String? = "geheim hunter22") {
    self.kept = kept
    self.words = words
  }

  var asked: [String] { heard.withLock { $0 } }

  func answers(to questions: [PromptQuestion]) async throws -> [PromptAnswer]? {
    heard.withLock { $0 += questions.map(\.name) }
    return words.map { words in questions.map { _ in PromptAnswer(words, kept) } }
  }
}

/// Types one line after the other.
private final class Typist: Prompter {
  private let lines: Lock<[[String]]>
  private let heard = Lock<[[PromptQuestion]]>([])
  let asksAgain: Bool

  init(_ lines: [[String]], asksAgain: Bool = true) {
    self.lines = Lock(lines)
    self.asksAgain = asksAgain
  }

  var questions: [[PromptQuestion]] { heard.withLock { $0 } }

  func answers(to questions: [PromptQuestion]) async throws -> [PromptAnswer]? {
    heard.withLock { $0.append(questions) }
    return lines.withLock { $0.isEmpty ? nil : $0.removeFirst().map { PromptAnswer($0) } }
  }
}

private enum FileTree {
  static func files(below folder: String) throws -> [String] {
    try Directory.entries(folder).flatMap { entry -> [String] in
      guard let name = entry.name else { return [] }
      let path = "\(folder)/\(name)"
      return entry.kind == .directory ? try files(below: path) : [path]
    }
  }
}
