/// Which ports to try, in order.
enum PortChoice: Equatable {
  /// Exactly this one; 0 lets the kernel choose.
  case exactly(UInt16)
  /// The first free one of these.
  case firstFree(ClosedRange<UInt16>)

  static let usual = PortChoice.firstFree(8080...8179)

  init(_ asked: UInt16?) {
    self = asked.map(PortChoice.exactly) ?? .usual
  }

  var candidates: [UInt16] {
    switch self {
    case .exactly(let port): [port]
    case .firstFree(let ports): Array(ports)
    }
  }
}
