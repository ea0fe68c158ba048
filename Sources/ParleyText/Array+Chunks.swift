extension Array {
  /// Neighbours that belong together.
  package func chunked(by belong: (Element, Element) -> Bool) -> [[Element]] {
    reduce(into: []) { chunks, element in
      if let last = chunks.last?.last, belong(last, element) {
        chunks[chunks.count - 1].append(element)
      } else {
        chunks.append([element])
      }
    }
  }
}
