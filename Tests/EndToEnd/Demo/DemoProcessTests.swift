import Glibc
import TestSupport
import Testing

@Suite("The demo's process", .timeLimit(.minutes(2)))
struct DemoProcessTests {
  @Test("ends by itself when the one who started it is gone")
  func endsWithParent() async throws {
    let demo = try await DemoServer.start()
    demo.process.endInput()
    #expect(demo.process.waitForExit() == 0)
  }

  @Test("ends by SIGTERM and by SIGINT", arguments: [SIGTERM, SIGINT])
  func endsBySignal(signal: Int32) async throws {
    let demo = try await DemoServer.start()
    demo.process.send(signal: signal)
    #expect(demo.process.waitForExit() == 128 + signal)
  }

  @Test("says which port is taken when it was asked for")
  func takenPort() async throws {
    try await withDemoServer { demo in
      let second = try await FinishedProcess.run(Executables.built("parley-demo"), ["--port", "\(demo.port)"])
      #expect(second.status == 64)
      #expect(second.errorText.contains("Port \(demo.port) of 127.0.0.1 cannot be had"))
      #expect(second.output.isEmpty)
    }
  }

  @Test("every route it lists is in its page of the documentation")
  func documentation() async throws {
    let page = try String(decoding: readFile("\(Repository.root)/docs/demo-api.md"), as: UTF8.self)
    try await withDemoServer { demo in
      let list = try await RawClient.get("/", from: demo.port).bodyText
      let routes = list.matches(of: /"method": "(\w+)",\s+"path": "([^"]+)"/).map { "`\($0.output.1) \($0.output.2)`" }
      #expect(routes.contains("`POST /user/login`"))
      #expect(routes.filter { !page.contains($0) } == [])
    }
  }
}
