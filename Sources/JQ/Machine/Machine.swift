import ParleyEngine

/// One evaluation: its bounds, its stack and what it remembers. It belongs to one thread at a time.
final class Machine {
  let limits: JQLimits
  let isTracing: Bool
  /// Nil where nothing of what it is given is a secret.
  let secrets: SecretTracking?
  /// Nil where nothing is traced.
  let drops: DropLog?
  private let isCancelled: () -> Bool
  private let isAbandoned: AbandonFlag
  private var clock = WorkClock()

  /// Steps until somebody looks at the bounds again.
  private var fuel = Machine.ration
  private(set) var stepsTaken = 0
  private static let ration = 2048

  private let memory: MemoryShare
  /// As a power of two.
  fileprivate static let bytesAStep = 8

  var stack: StackGuard
  private var labels = 0
  let expressions = ExpressionCache()
  var blanks = BlankObjects()

  init(limits: JQLimits, isTracing: Bool, hiding secrets: JQSecrets? = nil, isCancelled: @escaping () -> Bool) {
    self.limits = limits
    self.isTracing = isTracing
    drops = isTracing ? DropLog() : nil
    self.secrets = secrets.map { SecretTracking($0.known) }
    self.isCancelled = isCancelled
    isAbandoned = AbandonFlag()
    stack = StackGuard(limit: limits.stack)
    memory = MemoryShare(limit: limits.memory)
  }

  /// Counts a step.
  @inline(__always)
  func tick() throws(Interrupt) {
    fuel &-= 1
    if fuel < 0 { try refuel() }
  }

  /// Counts the work of something long.
  @inline(__always)
  func spend(_ steps: Int) throws(Interrupt) {
    fuel &-= steps
    if fuel < 0 { try refuel() }
  }

  @inline(never)
  private func refuel() throws(Interrupt) {
    stepsTaken += Machine.ration - fuel
    fuel = Machine.ration
    if stepsTaken > limits.steps { throw .stopped(.steps(limits.steps)) }
    if let time = limits.time, clock.measure() > time { throw .stopped(.time(time)) }
    try checkCancellation()
  }

  func checkCancellation() throws(Interrupt) {
    // On a thread of our own the caller's thread asks, and tells.
    if stack.isOnOwnThread ? isAbandoned.isSet : isCancelled() { throw .stopped(.cancelled) }
  }

  /// A number for a label that no other use of it has.
  func nextLabel() -> Int {
    labels += 1
    return labels
  }
}

extension Machine {
  /// Counts bytes that are made, and the work that is.
  @inline(__always)
  func charge(_ bytes: Int) throws(Interrupt) {
    try read(bytes: bytes)
    if memory.exceeds(making: bytes) { throw .stopped(.memory(limits.memory)) }
  }

  /// Counts the work of going through so many bytes.
  @inline(__always)
  func read(bytes: Int) throws(Interrupt) { try spend(bytes >> Machine.bytesAStep) }

  /// A single thing of this size is to be made.
  func admit(bytes: Int) throws(Interrupt) {
    if bytes > limits.memory { throw .stopped(.memory(limits.memory)) }
    try charge(bytes)
  }

  /// The next bytes of a single thing, which has so many by now.
  func admit(bytes: Int, of whole: Int) throws(Interrupt) {
    if whole > limits.memory { throw .stopped(.memory(limits.memory)) }
    try charge(bytes)
  }

  @inline(__always)
  func checkNesting(_ value: Value) throws(Interrupt) {
    if value.depth > limits.nesting { throw .stopped(.nesting(limits.nesting)) }
  }
}

extension Machine {
  /// Runs `body` where recursion over a value of this depth has room.
  @inline(__always)
  func withRoom<Result>(for depth: Int32, _ body: () throws(Interrupt) -> Result) throws(Interrupt) -> Result {
    if depth < Dismantler.harmlessDepth || stack.hasRoom(for: Int(depth) * 1024) { return try body() }
    return try onLargeStack(body)
  }

  /// Runs `body` on a thread with a large stack, while this thread waits and looks whether the caller still does.
  @inline(never)
  func onLargeStack<Result>(_ body: () throws(Interrupt) -> Result) throws(Interrupt) -> Result {
    if stack.isOnOwnThread { throw .stopped(.depth) }
    let outer = stack
    defer { stack = outer }
    var outcome: Swift.Result<Result, Interrupt>?
    let ran = LargeStackThread.run(bytes: limits.stack) {
      stack = StackGuard(ownThreadOf: limits.stack)
      clock.changeThread()
      outcome = Swift.Result { () throws(Interrupt) in try body() }
    } whileWaiting: {
      if isCancelled() { isAbandoned.set() }
    }
    clock.changeThread()
    guard ran, let outcome else { throw .stopped(.depth) }
    return try outcome.get()
  }
}
