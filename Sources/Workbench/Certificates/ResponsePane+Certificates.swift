import ParleyEngine
import WorkbenchState

extension ResponsePane {
  /// The URL that the response came from, or that nothing came from; nil where nothing was sent.
  var serverURL: String? {
    if let url = head?.url { return url }
    let words = shownExchange.sentTo.split(separator: " ", maxSplits: 1)
    return words.count == 2 ? String(words[1]) : nil
  }

  /// How the transport went about it; nil for a response out of the history.
  var sentOptions: TransferOptions? { shownExchange.options }
}
