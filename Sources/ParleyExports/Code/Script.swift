internal import ParleyEngine
internal import ParleyFiles
import ParleyText

/// Requests and groups as the steps of a program that sends them, in no language yet.
struct Script: Sendable {
  let title: String
  let docs: String?
  /// Values at its beginning, each before those that are made of it.
  var values: [Value] = []
  var steps: [Step] = []
  var notes: [ExportNote] = []

  /// A value by name.
  struct Value: Sendable {
    enum Source: Sendable {
      case text(Text)
      /// A variable of the system's environment: what is secret, asked for, or known only there.
      case environment(String)
    }

    let name: String
    let source: Source
  }

  /// A text that is put together when the program runs.
  struct Text: Sendable {
    enum Piece: Sendable {
      case literal(String)
      case value(Expression)
      /// Encoded as one segment of a URL.
      case encoded(Expression)
    }

    var pieces: [Piece]

    init(_ pieces: [Piece]) { self.pieces = pieces }
    init(_ literal: String) { pieces = literal.isEmpty ? [] : [.literal(literal)] }

    /// Nil for one that is put together.
    var literal: String? {
      if pieces.isEmpty { return "" }
      guard pieces.count == 1, case .literal(let text) = pieces[0] else { return nil }
      return text
    }

    static func + (left: Text, right: Text) -> Text { Text(left.pieces + right.pieces) }
  }

  indirect enum Expression: Sendable {
    /// A text by the name of its variable.
    case text(String)
    /// The value at a path in the output of a step.
    case part(of: String, ValuePath)
    case uuid
    case now
    case unixTime
    case base64(Text)
  }

  /// A body of JSON with its values in it.
  indirect enum JSON: Sendable {
    case null
    case bool(Bool)
    /// With its digits.
    case number(String)
    case string(Text)
    case value(Expression)
    case array([JSON])
    case object([(String, JSON)])
  }

  indirect enum Step: Sendable {
    case comment(String)
    case send(Send)
    /// Keeps what stands at a path in the last response's body under a name.
    case capture(String, ValuePath)
    /// Keeps a text under a name.
    case set(String, Text)
    /// Keeps what a filter gives under a name.
    case filter(String, Filter)
    case assert(Filter)
    /// Keeps what a program prints under a name.
    case program(String, [String], input: String?)
    case wait(Duration)
    case when(Filter, [Step])
    /// For each element of what a filter gives; `result` collects what `value` holds after each.
    case each(element: String, Filter, [Step], value: String?, result: String)
    case until(Filter, attempts: Int, every: Duration?, [Step])
    /// The last ones whatever happens.
    case ensure([Step], [Step])
  }

  struct Filter: Sendable {
    let text: String
    /// The name that holds its input; nil for null.
    let input: String?
    /// The names that hold what steps gave, by the names in the filter.
    let steps: [(String, String)]
    /// The picked part, if the filter does nothing but pick one.
    let part: (of: String, path: ValuePath)?
    /// The comparison, if the filter compares such a part with a value.
    let comparison: (of: String, FilterComparison)?
  }

  struct Send: Sendable {
    enum Body: Sendable {
      case json(JSON)
      case text(Text)
      case form([(String, Text)])
      case multipart([Part])
      case file(Text)
    }

    enum Auth: Sendable {
      case digest(user: Text, password: Text)
      case aws(AWS)
    }

    struct AWS: Sendable {
      var accessKey: Text
      var secretKey: Text
      var sessionToken: Text?
      var region: Text
      var service: Text
    }

    struct Part: Sendable {
      let name: String
      let text: Text?
      let file: Text?
      let type: Text?
      let fileName: Text?
    }

    let id: String
    let method: String
    /// Without its query.
    var url: Text
    var query: [(Text, Text)]
    var headers: [(String, Text)]
    var auth: Auth?
    var body: Body?
    /// Which statuses are good; nil for all.
    var expected: [StatusPattern]?
    /// The name that holds what it gives, and where that begins in the body; nil where nothing reads it.
    var result: (name: String, root: ValuePath)?
    /// Whether something reads its body.
    var readsBody = false

    /// The URL with its query.
    var wholeURL: Text {
      var pieces = url.pieces
      for (index, pair) in query.enumerated() {
        pieces.append(.literal(index == 0 ? "?" : "&"))
        pieces += pair.0.encoded.pieces + [.literal("=")] + pair.1.encoded.pieces
      }
      return Text(pieces).joiningLiterals
    }
  }
}

extension Script.Text {
  /// As one name or value of a URL.
  var encoded: Script.Text {
    Script.Text(
      pieces.map { piece in
        switch piece {
        case .literal(let text): .literal(PercentText.encoded(text))
        case .value(let value), .encoded(let value): .encoded(value)
        }
      })
  }

  var joiningLiterals: Script.Text {
    Script.Text(
      pieces.reduce(into: []) { joined, piece in
        if case .literal(let text) = piece, case .literal(let last)? = joined.last {
          joined[joined.count - 1] = .literal(last + text)
        } else {
          joined.append(piece)
        }
      })
  }
}
