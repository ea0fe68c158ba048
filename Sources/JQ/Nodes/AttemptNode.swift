/// `try body catch handler`, and `body?`
final class AttemptNode: Node {
  private let body: Node
  private let handler: Node?

  init(_ body: Node, catching handler: Node?, at place: Int) {
    (self.body, self.handler) = (body, handler)
    super.init(at: place, isSingle: body.isSingle && handler?.isSingle != false)
  }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    do throws(Interrupt) {
      return try body.one(&input, frame, machine)
    } catch {
      guard case .failure(let failure) = error else { throw error }
      var value = machine.caught(failure)
      return try handler?.one(&value, frame, machine)
    }
  }

  /// Only errors of the body are caught, not those of whoever gets its outputs.
  override func step(
    _ input: inout Value, _ frame: inout Frame, _ machine: Machine, _ emit: Emit
  ) throws(Interrupt) -> Node? {
    var isDownstream = false
    do throws(Interrupt) {
      try body.each(input, frame, machine) { value throws(Interrupt) in
        isDownstream = true
        try emit(value)
        isDownstream = false
      }
      return nil
    } catch {
      guard !isDownstream, case .failure(let failure) = error else { throw error }
      input = machine.caught(failure)
      return handler
    }
  }

  override func stepPaths(
    _ input: inout Located, _ frame: inout Frame, _ machine: Machine, _ emit: EmitPath
  ) throws(Interrupt) -> Node? {
    var isDownstream = false
    do throws(Interrupt) {
      try body.runPaths(input, frame, machine) { located throws(Interrupt) in
        isDownstream = true
        try emit(located)
        isDownstream = false
      }
      return nil
    } catch {
      guard !isDownstream, case .failure(let failure) = error else { throw error }
      input = input.computed(machine.caught(failure))
      return handler
    }
  }
}

/// `error`: the input is the error.
final class ErrorNode: Node {
  init(at place: Int) { super.init(at: place, isSingle: true) }

  override func one(_ input: inout Value, _ frame: Frame, _ machine: Machine) throws(Interrupt) -> Value? {
    throw .failure(Failure(input, origin: input.origin, place: place))
  }
}
