import ParleyEngine
import TerminalKit

/// Screen 5: what requests and people share by key, to be seen and edited by hand.
///
/// Four panes are about one key: the list it is chosen from, its value, its history, and where it is used. What is held of a
/// secret is its value alone, from the moment somebody asks to see it until they leave it.
struct SharedDataScreen: Screen {
  enum Panes: String, PaneID {
    case sharedKeys, sharedValue, sharedHistory, sharedUses

    var title: String {
      switch self {
      case .sharedKeys: "Shared data"
      case .sharedValue: "Value"
      case .sharedHistory: "History of the key"
      case .sharedUses: "Used by"
      }
    }
  }

  static let name = "shared"
  static let title = "Shared data"
  static let shortTitle = "Shared"

  var list = SharedList()
  var value = SharedValuePane()
  var history = SharedHistory()
  var uses = SharedUses()

  /// The key that value, history and uses are about, and whether they are out of date.
  var current: String?
  var isStale = false
  /// Keys whose changes are told on every screen, and alone in the log strip of this one.
  var observed: Set<String> = []
  /// Those of them that somebody else wrote since this screen was looked at.
  var announced: Set<String> = []
  /// What undo brings back, as long as nothing else was done.
  var removed: String?

  /// The last change of the key under the cursor, as far as it is known.
  var row: SharedRow? { value.row.map(\.key.name).isIdentical(to: current) ? value.row : list.selected }

  var isEditing: Bool { value.edit != nil }
}

extension SharedDataScreen {
  enum Action: Sendable {
    // What comes from elsewhere.
    case refresh
    /// Keys have changed; with none it is not known which.
    case told([Event.SharedData])
    case keys(SharedKeysQuery, SharedKeysWindow)
    case detail(SharedKeyDetail?, of: String)
    case answered(SharedDataIntent, SharedDataOutcome)
    case refused(SharedDataIntent)
    case page(BodyPage, BodyPage.Query, of: Int64)
    case moved(to: Int, of: Int64)
    /// A text lies ready for $EDITOR, and comes back from it.
    case staged(String, SharedEdit)
    case collected(String, SharedEdit)

    case move(Move)
    case filter
    case endFilter
    case clearFilter
    case openChange
    case openUse

    case key(KeyAction)
    case edit(EditAction)
  }

  /// Getting about.
  enum Move: Sendable {
    case list(ListCursor.Step)
    case value(ListCursor.Step)
    case across(Int)
    case history(ListCursor.Step)
    case uses(ListCursor.Step)
    case fold
    case turnMode
  }

  /// About the key under the cursor.
  enum KeyAction: Sendable {
    case askNew
    case askRename
    case askDelete
    case askCipher
    case perform(SharedDataIntent.Job)
    case intent(SharedDataIntent)
    case observe
    case undo
    case copyName
    case copyTemplate
  }

  /// While a value is edited.
  enum EditAction: Sendable {
    /// Saves what was typed.
    case keep
    /// Gives up what was typed; asks first where that is something.
    case leave
    case throwAway
    /// Goes on with what was typed in $EDITOR.
    case handOver
    case indent
    case turnKind
    case undoTyping
    case redoTyping
  }
}
