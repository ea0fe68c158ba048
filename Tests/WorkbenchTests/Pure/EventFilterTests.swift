import ParleyEngine
import ParleyText
import TestSupport
import Testing

@testable import Workbench
@testable import WorkbenchServices
@testable import WorkbenchState

@Suite("The filter of the event log", .timeLimit(.minutes(2)))
struct EventFilterTests {
  private static let login = Event.Subject(
    exchange: ExchangeID(rawValue: "1"), name: "user/login", callID: nil, server: nil, method: "POST",
    url: "http://127.0.0.1/user/login")
  private static let answer = Event.ResponseSummary(status: 503, count: 2048, total: .milliseconds(250))

  private static let failed = entry(
    .failed(
      login,
      Event.Failure(
        reason: .serverUnavailable, code: "status.unexpected", summary: "The status is 503.", advice: nil,
        response: answer)))
  private static let sent = entry(.sent(login))

  private static func entry(_ kind: Event.Kind, isMarked: Bool = false) -> LogEntry {
    let time = Timestamp(microseconds: 0)
    return LogEntry(id: 1, time: time, .event(Event(sequence: 1, time: time, kind: kind)), isMarked: isMarked)
  }

  @Test(
    "words and fields must all hold",
    arguments: [
      ("", true), ("login", true), ("LOGIN unavailable", true), ("logout", false), ("kind:fail", true),
      ("kind:sent", false), ("name:login method:post", true), ("method:get", false), ("status:503", true),
      ("status>=500", true), ("status<500", false), ("status:5xx", true), ("status!=5xx", false), ("status>5xx", false),
      ("ms>200", true), ("ms<=200", false), ("bytes=2048", true), ("code:unexpected", true), ("-kind:sent", true),
      ("-login", false), ("is:marked", false), ("-is:marked", true), ("\"status is 503\"", true),
      ("\"503 is\"", false), ("url:127.0.0.1", true),
    ])
  func accepts(_ text: String, _ isAccepted: Bool) {
    #expect(LogFilter(text).accepts(Self.failed) == isAccepted)
  }

  @Test("kind:fail finds failed groups and jobs, too; what is not a word's beginning finds nothing")
  func wordsOfKinds() {
    let done = Event.GroupDone(
      name: "mine", callID: nil, groupID: "g", results: [.init(name: "login", state: .failed)], stopped: false)
    let group = Self.entry(.groupDone(done))
    #expect(LogFilter("kind:fail").accepts(group) && LogFilter("kind:\"group f\"").accepts(group))
    #expect(!LogFilter("kind:ail").accepts(group) && !LogFilter("kind:fail").accepts(Self.sent))
  }

  @Test("a number that an event does not have is no match, and is different from every number")
  func absentNumbers() {
    #expect(!LogFilter("status>=0").accepts(Self.sent))
    #expect(LogFilter("status!=200").accepts(Self.sent))
  }

  @Test("gaps are always shown: what was lost may have matched")
  func gaps() {
    let gap = LogEntry(id: 2, time: Timestamp(microseconds: 0), .missed(3))
    #expect(LogFilter("login").accepts(gap))
  }

  @Test("what is no field is looked for as it stands, so that pasted text works")
  func words() {
    #expect(LogFilter("http://127.0.0.1/user").accepts(Self.sent))
    #expect(LogFilter("http://127.0.0.1/user").problems.isEmpty)
  }

  @Test(
    "a value that cannot be is said in a sentence, and filters nothing",
    arguments: [
      ("status>=abc", "“status” wants a number such as 404 or 5xx, found “abc”."),
      ("ms:", "“ms” wants a number such as 200, found nothing."), ("is:new", "“is:” knows marked and edited."),
      ("is:error", "“is:” knows marked and edited. kind:fail finds failures."),
    ])
  func problems(_ text: String, _ problem: String) {
    let filter = LogFilter(text)
    #expect(filter.problems == [problem])
    #expect(filter.accepts(Self.sent))
  }
}
