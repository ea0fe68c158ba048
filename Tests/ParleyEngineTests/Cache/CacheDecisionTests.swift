import HTTPTypes
import ParleyEngine
import TestSupport
import Testing

@testable import ParleyHTTP

@Suite("What the cache decides", .timeLimit(.minutes(2)))
struct CacheDecisionTests {
  private static let start = Timestamp(microseconds: 1_000_000_000_000_000)

  private func entry(_ headers: KeyValuePairs<HTTPField.Name, String>, timeToLive: Duration? = nil) -> CacheEntry {
    let key = CacheKey(method: "GET", origin: "http://h", path: "/", query: "")
    let fields = HTTPFields(headers.map { HTTPField(name: $0.key, value: $0.value) })
    return CacheEntry(
      key: key, label: CacheLabel(endpoint: "/", codec: "json", url: "http://h/"),
      head: ResponseHead(url: "http://h/", status: .ok, headers: fields), body: InMemoryBytes("{}"),
      requestedAt: Self.start, receivedAt: Self.start, timeToLive: timeToLive)
  }

  private func decide(
    _ headers: KeyValuePairs<HTTPField.Name, String>, asked: KeyValuePairs<HTTPField.Name, String> = [:],
    after age: Duration, _ change: (inout CacheQuestion) -> Void = { _ in }
  ) -> CacheDecision {
    var question = CacheQuestion()
    question.headers = HTTPFields(asked.map { HTTPField(name: $0.key, value: $0.value) })
    change(&question)
    return CacheDecision(question, entry(headers), at: Self.start.advanced(by: age))
  }

  @Test("A fresh response is used, and a stale one is asked about where it has a validator")
  func freshness() {
    #expect(decide([.cacheControl: "max-age=60"], after: .seconds(59)).action == .use)
    #expect(decide([.cacheControl: "max-age=60"], after: .seconds(60)).action == .go)
    #expect(decide([.cacheControl: "max-age=60", .eTag: "\"a\""], after: .seconds(60)).action == .revalidate)
  }

  @Test("The time a response spent in flight counts as age")
  func age() {
    #expect(decide([.cacheControl: "max-age=60", .age: "50"], after: .seconds(9)).action == .use)
    #expect(decide([.cacheControl: "max-age=60", .age: "50"], after: .seconds(10)).action == .go)
    let dated: KeyValuePairs<HTTPField.Name, String> = [
      .cacheControl: "max-age=60", .date: "Sun, 09 Sep 2001 01:45:50 GMT",
    ]
    #expect(decide([.cacheControl: "max-age=60", .age: "50, 1"], after: .seconds(10)).action == .go)
    #expect(decide([.cacheControl: "max-age=60", .age: "-50"], after: .seconds(59)).action == .use)
    #expect(decide(dated, after: .seconds(9)).action == .use)
    #expect(decide(dated, after: .seconds(10)).action == .go)
  }

  @Test("Expires counts from the Date, max-age goes before it, and what is no date has expired")
  func expires() {
    let until: KeyValuePairs<HTTPField.Name, String> = [
      .expires: "Sun, 09 Sep 2001 01:47:40 GMT", .date: "Sun, 09 Sep 2001 01:46:40 GMT",
    ]
    #expect(decide(until, after: .seconds(59)).code == "fresh.header")
    #expect(decide(until, after: .seconds(60)).code == "stale.header")
    let old: KeyValuePairs<HTTPField.Name, String> = [
      .expires: "Sunday, 09-Sep-01 01:47:40 GMT", .date: "Sun Sep  9 01:46:40 2001",
    ]
    #expect(decide(old, after: .seconds(59)).code == "fresh.header")
    #expect(decide(old, after: .seconds(60)).code == "stale.header")
    #expect(decide([.expires: "0"], after: .zero).action == .go)
    #expect(decide([.expires: "0", .cacheControl: "max-age=5"], after: .zero).action == .use)
  }

  @Test("What was kept while the clock was ahead is not fresh once the clock is right again")
  func keptLater() {
    let late = decide([.cacheControl: "max-age=7200", .eTag: "\"a\""], after: .seconds(-3600))
    #expect(late.action == .revalidate && late.code == "entry.keptLater")
    #expect(decide([.cacheControl: "max-age=60"], after: .milliseconds(-900)).action == .use)

    let wished = entry([:], timeToLive: .seconds(60))
    let now = Self.start.advanced(by: .seconds(-3600))
    #expect(CacheDecision(reusing: wished, at: now).reason == .keptLater(by: .seconds(3600)))
    #expect(CacheListing(wished, id: CacheEntryID(rawValue: 1)).state(at: now) == .stale(for: .zero))
  }

  @Test("Without a word about its time a response is revalidated each time: nothing is guessed")
  func noLifetime() {
    let decision = decide([.lastModified: "Sun, 06 Nov 1994 08:49:37 GMT"], after: .zero)
    #expect(decision.action == .revalidate && decision.code == "entry.unlimited")
  }

  @Test(
    "Directives count in any casing and order, quoted or not",
    arguments: [
      ("NO-CACHE", CacheDecision.Action.go), ("private, Max-Age=60", .use), ("max-age=\"60\"", .use),
      ("x=\"a, max-age=0\", max-age=60", .use), ("max-age=soon", .go), ("max-age=-1", .go),
      ("max-age=99999999999999999999", .use), ("max-age=60, no-cache", .go), ("s-maxage=60", .go),
      ("max-age=60, no-cache=\"set-cookie\"", .go), ("max-age=0, max-age=60", .go), ("max-age=60, max-age=0", .use),
      (#"x="a\", no-cache, ", max-age=60"#, .use), (#"x="a, no-cache, max-age=60"#, .go), ("max-age", .go),
      (" ,, max-age=60 ,", .use), ("max-age=60.5", .go), ("x-max-age=60", .go),
    ])
  func directives(control: String, action: CacheDecision.Action) {
    #expect(decide([.cacheControl: control], after: .seconds(1)).action == action)
  }

  @Test("A request may ask for more or take less")
  func requestDirectives() {
    let kept: KeyValuePairs<HTTPField.Name, String> = [.cacheControl: "max-age=60"]
    func asked(_ control: String, after age: Duration) -> CacheDecision {
      decide(kept, asked: [.cacheControl: control], after: age)
    }
    #expect(asked("no-cache", after: .zero).code == "request.noCache")
    #expect(asked("max-age=10", after: .seconds(10)).action == .go)
    #expect(asked("min-fresh=30", after: .seconds(30)).action == .go)
    #expect(asked("max-stale", after: .seconds(600)).code == "stale.taken")
    #expect(asked("max-stale=10", after: .seconds(69)).action == .use)
    #expect(asked("max-stale=10", after: .seconds(70)).action == .go)
    let strict: KeyValuePairs<HTTPField.Name, String> = [.cacheControl: "max-age=60, must-revalidate"]
    #expect(decide(strict, asked: [.cacheControl: "max-stale"], after: .seconds(61)).action == .go)
  }

  @Test("A response that varies by a header counts for the same header only")
  func vary() {
    let kept: KeyValuePairs<HTTPField.Name, String> = [.cacheControl: "max-age=60", .vary: "Accept-Language, Accept"]
    #expect(decide(kept, after: .zero).action == .use)
    let other = decide(kept, asked: [.acceptLanguage: "de"], after: .zero)
    #expect(other.action == .go && other.code == "entry.varies")
    #expect(decide([.cacheControl: "max-age=60", .vary: "*"], after: .zero).action == .go)
  }

  @Test("What nobody can know counts as different, unless there is a wish")
  func unknownVary() {
    let kept: KeyValuePairs<HTTPField.Name, String> = [.cacheControl: "max-age=60", .vary: "Authorization", .eTag: "x"]
    #expect(decide(kept, after: .zero) { $0.isAuthorizedLater = true }.action == .revalidate)
    let wished = decide(kept, after: .zero) { question in
      question.isAuthorizedLater = true
      question.policy.timeToLive = .seconds(5)
    }
    #expect(wished.code == "fresh.wish")
  }

  @Test("An entry says what would become of it")
  func reusing() {
    let wished = entry([:], timeToLive: .seconds(60))
    let decision = CacheDecision(reusing: wished, at: Self.start.advanced(by: .seconds(19)))
    #expect(decision.action == .use && decision.freshFor == .seconds(41))
    #expect(CacheDecision(reusing: entry([:]), at: Self.start).code == "entry.unlimited")
  }

  @Test("Every reason has a code and a whole sentence")
  func sentences() {
    let age = Duration.seconds(75)
    let reasons: [CacheDecision.Reason] = [
      .noCache, .off, .obstacle(.goesToFile), .obstacle(.isPart), .obstacle(.isStreamed), .notRead(method: "POST"),
      .conditional, .nothingKept, .wish(time: .seconds(60), age: age),
      .header(lifetime: .seconds(60), age: age, header: "Expires"), .takesStale(age: age), .offline(age: age),
      .unlimited(age: age),
      .expired(age: age), .mustAsk(age: age), .requestAsks, .varies(header: "*"), .varies(header: "Accept"),
    ]
    let decisions = reasons.map { CacheDecision(.go, $0) }
    #expect(decisions.allSatisfy { $0.summary.hasSuffix(".") && !$0.summary.contains("..") })
    #expect(Set(decisions.map(\.code)).count == reasons.count - 1)
  }
}
