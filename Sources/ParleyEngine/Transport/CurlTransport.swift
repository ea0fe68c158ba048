public final class CurlTransport: Transport {
  public init(bodies: (any BodyStorage)? = nil) {}
  public func start(_ request: TransportRequest, handler: @escaping @Sendable (TransportEvent) -> Void)
    -> any TransportTask
  { fatalError() }
}
