#ifndef CALLGRIND_REQUESTS_H
#define CALLGRIND_REQUESTS_H

/// Lets callgrind begin to count, unless it does already; write what it has counted so far, of all threads; and count from nothing
/// again (valgrind's manual, 6.4.5). Without valgrind it does nothing.
void callgrind_count(void);

#endif
