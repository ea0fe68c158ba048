// Whoever imports `ParleyEngine` imports what it stands on.
@_exported public import ParleyHTTP
