import Glibc

// Work whose instructions are counted: `parley-counts CASE ROUNDS FOLDER [URL]` does one case that many times, twice over, or three times
// where it goes over the network, with a request to callgrind before and after each, and prints nothing. Work that grows is done on so
// many things, and then on twice as many; keys four times; what is compared with other work once.
//
// The main thread waits on a semaphore: an asynchronous `main` gives it to Dispatch, which valgrind cannot follow.

let arguments = CommandLine.arguments.dropFirst()
guard let name = arguments.first, let work = CountedWork.all[name] ?? GrowingWork.all[name] ?? OpeningWork.all[name],
  let rounds = arguments.dropFirst().first.flatMap({ Int($0) }), let folder = arguments.dropFirst(2).first
else {
  print("usage: parley-counts \(CountedWork.all.keys.sorted().joined(separator: "|")) ROUNDS FOLDER [URL]")
  exit(2)
}
let place = CountedPlace(folder: folder, url: arguments.dropFirst(3).first ?? "http://127.0.0.1:1")
let end = DispatchlessEnd()
Task.detached {
  do {
    try await work(Rounds(of: name, count: rounds, isOverNetwork: arguments.count > 3), place)
    end.come(status: 0)
  } catch {
    print("\(error)")
    end.come(status: 1)
  }
}
exit(end.wait())
