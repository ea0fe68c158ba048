import Glibc

/// What a piece of work cost: time, the processor's time (user and system), and the most memory there ever was.
struct Measurement {
  private(set) var seconds = 0.0
  private(set) var cpuSeconds = 0.0
  private(set) var peakKB = 0

  static func of(_ work: () async throws -> Void) async rethrows -> Measurement {
    let (start, cpu) = (secondsNow(), usage().cpu)
    try await work()
    let (end, after) = (secondsNow(), usage())
    return Measurement(seconds: end - start, cpuSeconds: after.cpu - cpu, peakKB: after.peakKB)
  }

  /// One JSON object, with these numbers behind the measured ones.
  func json(_ more: KeyValuePairs<String, Int> = [:]) -> String {
    let measured = ["\"seconds\":\(seconds)", "\"cpuSeconds\":\(cpuSeconds)", "\"peakKB\":\(peakKB)"]
    return "{\((measured + more.map { "\"\($0.key)\":\($0.value)" }).joined(separator: ","))}"
  }

  private static func secondsNow() -> Double { Double(nanoseconds()) / 1e9 }

  /// Of a clock that all processes share.
  static func nanoseconds() -> Int {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1_000_000_000 + now.tv_nsec
  }

  private static func usage() -> (cpu: Double, peakKB: Int) {
    var usage = rusage()
    getrusage(.init(RUSAGE_SELF.rawValue), &usage)
    let times = [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
    return (times[0] + times[1], usage.ru_maxrss)
  }
}
