internal import ParleyEngine
package import ParleyFiles
package import ParleyFormats

extension Session {
  /// The operation that a request sends: the one that it names, otherwise the one of its method and URL.
  package func operation(of definition: RequestDefinition) -> (api: APIDescription, operation: DescribedOperation)? {
    if let named = definition.operation?.value { return schemas.operation(named) }
    let url = definition.url.value.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
    let path = url.map { $0.hasPrefix(":") ? "{\($0.dropFirst())}" : String($0) }.joined(separator: "/")
    for api in schemas.descriptions {
      let matcher = RouteMatcher(api.operations)
      if let place = matcher.place(method: definition.method?.value ?? "GET", url: path) {
        return (api, api.operations[place])
      }
    }
    return nil
  }
}
