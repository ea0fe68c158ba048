import ParleyEngine
import ParleyValues
import Testing

@Suite("Names of exchanges", .timeLimit(.minutes(2)))
struct ExchangeIDTests {
  @Test("those that many tasks make at once all differ")
  func unique() async {
    let moment = Timestamp(microseconds: 1_700_000_000_000_000)
    let names = await withTaskGroup(of: [ExchangeID].self) { group in
      for _ in 0..<8 { group.addTask { (0..<500).map { _ in ExchangeID(at: moment) } } }
      return await group.reduce(into: Set<ExchangeID>()) { $0.formUnion($1) }
    }
    #expect(names.count == 4000)
  }

  @Test("sort as text by the time they were made")
  func sorting() {
    let names = (0..<40).map { ExchangeID(at: Timestamp(microseconds: 1_700_000_000_000_000 + $0 * 250)).rawValue }
    #expect(names == names.sorted())
  }
}
