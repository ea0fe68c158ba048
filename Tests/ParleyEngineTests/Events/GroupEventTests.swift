import ParleyEngine
import TestSupport
import Testing

@Suite("Events of groups", .timeLimit(.minutes(2)))
struct GroupEventTests {
  private func done(_ shop: ToyShop, _ group: RequestGroup) async -> [Event.GroupDone] {
    let events = shop.client.events.subscribe()
    _ = await shop.client.run(group, callID: "c1").result()
    return events.takeAvailable().compactMap {
      if case .event(let event) = $0, case .groupDone(let done) = event.kind { done } else { nil }
    }
  }

  @Test("A group that is done is told once: call and group id, results in order, stopped")
  func told() async throws {
    let shop = ToyShop(["/b": (500, "{}")])
    let group = RequestGroup.serial([
      .request(.get("/a")), .group(.concurrent([.request(.checked("/b"))])), .request(.get("/c")),
    ]).named("three")
    let all = await done(shop, group)
    let told = try #require(all.first)
    #expect(all.count == 1 && told.callID == "c1" && told.name == "three" && !told.groupID.isEmpty)
    #expect(told.results.map(\.state) == [.succeeded, .failed, .neverRan] && told.stopped && told.failed)
    #expect(told.steps == .init(succeeded: 1, total: 3))
    #expect(told.results[0].status == 200 && told.results[0].model?.value == ["path": "/a"])
    #expect(told.results[1].code == "group.nodesFailed" && told.results[2].model == nil)
  }

  @Test(
    "A run counts its steps wherever they stand: in groups, for each element of a list, and not the groups themselves")
  func counted() async throws {
    let shop = ToyShop(["/b": (500, "{}")])
    let group = RequestGroup.serial([
      .request(.get("/a")), .group(.serial([.request(.get("/c")), .group(.concurrent([.job("made") { $0.value }]))])),
      .request(.checked("/b")),
    ])
    let events = shop.client.events.subscribe()
    let run = shop.client.run(group)
    _ = await run.result()
    let told = events.takeAvailable().compactMap {
      if case .event(let event) = $0, case .groupDone(let done) = event.kind { done } else { nil }
    }
    #expect(told.map(\.steps) == [run.recording.stepCount])
    #expect(run.recording.stepCount == .init(succeeded: 3, total: 4))
    #expect(group.outline.stepCount == 4)
  }

  @Test("Steps whose turn did not come count as many as the group has of them")
  func countedUnrun() async throws {
    let shop = ToyShop(["/b": (500, "{}")])
    let group = RequestGroup.serial([
      .request(.checked("/b")), .group(.concurrent([.request(.get("/a")), .job("made") { $0.value }])),
    ])
    let told = await done(shop, group)
    #expect(told.map(\.steps) == [.init(succeeded: 0, total: 3)])
    #expect(group.outline.stepCount == 3)
  }

  @Test("Steps in a list that is skipped count as many as the group has of them")
  func countedSkipped() async throws {
    let shop = ToyShop()
    let group = RequestGroup.serial([
      .request(.get("/b")), .group(.concurrent([.request(.get("/a")), .job("made") { $0.value }])).disabled(),
    ])
    #expect(await done(shop, group).map(\.steps) == [.init(succeeded: 1, total: 3)])
  }

  @Test("The events of a group's requests have its identifiers")
  func requests() async throws {
    let shop = ToyShop()
    let events = shop.client.events.subscribe()
    let result = await shop.client.run(.serial([.request(.get("/a").groupID("own"))]), callID: "c1").result()
    let subjects = events.takeAvailable().compactMap { delivery -> Event.Subject? in
      if case .event(let event) = delivery { event.subject } else { nil }
    }
    #expect(!subjects.isEmpty)
    #expect(subjects.allSatisfy { $0.groupID == result.groupID && $0.callID == "c1" })
  }

  @Test("No model of a secret is told")
  func secrets() async throws {
    let shop = ToyShop()
    let group = RequestGroup.serial([.request(.get("/a").keepingSecret("correct horse")), .job("made") { $0.value }])
    let told = try #require(await done(shop, group).first)
    #expect(told.results.map(\.state) == [.succeeded, .succeeded] && told.results.allSatisfy { $0.model == nil })
  }
}
