// Whoever imports `ParleyHTTP` imports the values that it sends, reads and reports.
@_exported public import ParleyValues
