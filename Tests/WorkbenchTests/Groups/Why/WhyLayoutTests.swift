import ParleyEngine
import TerminalKit
import Testing

@testable import WorkbenchGroups

@Suite("The lines of an answer to Why?", .timeLimit(.minutes(1)))
struct WhyLayoutTests {
  @Test("where a line wraps, the parts of what is known of it stay apart")
  func parts() {
    let evidence = "parley.yaml:9  set in mirror  it may have had another value in this run"
    let question = WhyQuestion(.root, .missing(7))
    let chain = WhyChain(question: "Why?", effect: WhyLink("`tag` is not set in local", evidence: evidence))
    let place = WhyPlace(chain, to: question, of: [question], run: "1")
    let layout = WhyLayout(place, over: Rect(x: 0, y: 0, width: 70, height: 20))
    let lines = layout.rows.map { String($0.text.plain.drop { $0 == " " }) }
    #expect(lines.contains("parley.yaml:9   set in mirror"), "\(lines)")
    #expect(lines.contains("it may have had another value in this run"), "\(lines)")
  }
}
