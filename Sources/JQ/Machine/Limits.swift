/// How far an evaluation may go. What is beyond is an error that says which bound was met.
///
///     var limits = JQLimits()
///     limits.outputs = 1000
///     try program.values(of: input, limits: limits)
public struct JQLimits: Sendable, Hashable {
  /// Steps of evaluation, about ten million a second.
  public var steps: Int
  /// Values the filter may put out.
  public var outputs: Int
  /// Bytes that strings, arrays and objects made by the filter may take at once, roughly.
  public var memory: Int
  /// Bytes of stack for filters that call themselves.
  public var stack: Int
  /// Containers inside of one another.
  public var nesting: Int
  /// The time of a processor that the evaluation may take; nil for as long as its steps take. What others take of it meanwhile does not count.
  public var time: Duration?

  /// Generous defaults: about ten seconds of work and half a gigabyte.
  public init(
    steps: Int = 100_000_000, outputs: Int = 10_000_000, memory: Int = 512 << 20, stack: Int = 64 << 20,
    nesting: Int = 10_000, time: Duration? = nil
  ) {
    self.time = time
    self.steps = steps
    self.outputs = outputs
    self.memory = memory
    self.stack = stack
    self.nesting = nesting
  }
}
