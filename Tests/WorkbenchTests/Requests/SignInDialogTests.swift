import ParleyEngine
import TerminalKit
import TestSupport
import Testing

@testable import WorkbenchServices

@Suite("The dialog of a sign-in", .timeLimit(.minutes(2)))
struct SignInDialogTests {
  /// A sign-in that a request in flight waits for.
  private func begin(_ services: FakeServices, code: String? = nil) -> Task<Result<Void, any Error>, Never> {
    let invitation = SignInInvitation(
      address: "https://id.example.com/authorize?client_id=shop", code: code,
      addressWithCode: code.map { "https://id.example.com/device?user_code=\($0)" }, redirectURL: nil,
      clientID: "shop", expiresAt: BenchUnderTest.start.advanced(by: .seconds(125)))
    return Task {
      do {
        return .success(try await services.signIns.show(invitation))
      } catch {
        return .failure(error)
      }
    }
  }

  @Test("the page is opened in the browser, its address shown, and the dialog goes when the person has signed in")
  func browser() async throws {
    let services = FakeServices()
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    let waiting = begin(services)
    let screen = await bench.shows("opened in your browser")
    #expect(screen.contains("https://id.example.com/authorize?client_id=shop"))
    #expect(screen.contains("Waiting for you: 2:05 left. Esc cancels."))
    #expect(services.snapshot.openedPages == ["https://id.example.com/authorize?client_id=shop"])
    waiting.cancel()
    await bench.hides("Sign in")
    guard case .success = await waiting.value else { return #expect(Bool(false), "It was given up.") }
  }

  @Test("Esc gives it up, and the request hears so")
  func cancel() async throws {
    let services = FakeServices()
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    let waiting = begin(services)
    await bench.shows("opened in your browser")
    try await bench.press("Esc")
    await bench.hides("Sign in")
    guard case .failure(let error as AuthorizationError) = await waiting.value else {
      return #expect(Bool(false), "It goes on.")
    }
    #expect(error == .signInCancelled)
  }

  @Test("without a browser the dialog says so, and y copies the address")
  func noBrowser() async throws {
    let services = FakeServices()
    services.change { $0.hasBrowser = false }
    let bench = try BenchUnderTest(80, 24, services: services)
    await bench.idle()
    let waiting = begin(services)
    await bench.shows("No browser was found")
    try await bench.press("y")
    #expect(bench.terminal.record.copied.last == "https://id.example.com/authorize?client_id=shop")
    waiting.cancel()
    _ = await waiting.value
  }

  @Test("a code for another device is shown with its page and a QR code, also at 80 columns", arguments: [80, 120])
  func device(columns: Int) async throws {
    let services = FakeServices()
    let bench = try BenchUnderTest(columns, 24, services: services)
    await bench.idle()
    let waiting = begin(services, code: "WDJB-MJHT")
    let screen = await bench.shows("WDJB-MJHT")
    #expect(screen.contains("and type the code") && screen.contains("▀▄"))
    #expect(services.snapshot.openedPages.isEmpty)
    try await bench.press("c")
    #expect(bench.terminal.record.copied.last == "WDJB-MJHT")
    try await bench.press("o")
    #expect(services.snapshot.openedPages == ["https://id.example.com/device?user_code=WDJB-MJHT"])
    waiting.cancel()
    _ = await waiting.value
  }

  @Test("what a login asks is asked in a form, and Esc answers nothing")
  func questions() async throws {
    let services = FakeServices()
    let bench = try BenchUnderTest(services: services)
    await bench.idle()
    let questions = [Question("password", label: "password")]
    let asked = Task { await services.signIns.questions.reply(to: questions) }
    await bench.shows("Signing in")
    await bench.type("secret")
    try await bench.press("Enter")
    #expect(await asked.value?.answers == ["secret"])
    let again = Task { await services.signIns.questions.reply(to: questions) }
    await bench.shows("Signing in")
    try await bench.press("Esc")
    #expect(await again.value == nil)
  }
}
