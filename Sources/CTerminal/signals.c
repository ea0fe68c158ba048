#define _GNU_SOURCE 1

#include "cterminal.h"
#include "state.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

ct_terminal ct_tty = {.input = -1, .output = -1};

// MARK: The wake-up pipe

/// Signal handlers and other threads set a flag and write one byte here; the loop sleeps on the other end.
static int wake_pipe[2] = {-1, -1};
static atomic_int is_woken;
/// Set by handlers on whatever thread a signal falls on: without locks, so that they may (C11 §7.14.1.1).
static atomic_int is_resized, is_stop_requested, is_continued, is_terminated, is_hung_up;
/// The signal that wants the program to end; 0 until one does.
static atomic_int ending_signal;

/// The numbers 0 to 2 belong to the standard streams, also where the program was started without one of them.
static int beyond_standard_streams(int descriptor) {
  if (descriptor > STDERR_FILENO) return descriptor;
  int moved = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  close(descriptor);
  return moved;
}

/// Before any thread can call `ct_wake`. Without descriptors both ends stay -1, which poll and write put up with.
__attribute__((constructor)) static void make_pipe(void) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return;
  for (int end = 0; end < 2; end++) wake_pipe[end] = beyond_standard_streams(ends[end]);
}

static void poke(void) {
  int saved = errno;
  // A full pipe wakes as well as a fuller one.
  if (write(wake_pipe[1], "w", 1) < 0) errno = saved;
  errno = saved;
}

void ct_wake(void) {
  if (!atomic_exchange(&is_woken, 1)) poke();
}

static void drain_pipe(void) {
  char bytes[64];
  while (read(wake_pipe[0], bytes, sizeof bytes) > 0) {}
}

// MARK: Waiting

static bool take(atomic_int *flag) { return atomic_exchange(flag, 0); }

static ct_kind take_signal(void) {
  if (take(&is_hung_up)) return CT_HUNG_UP;
  if (take(&is_terminated)) return CT_TERMINATED;
  if (take(&is_stop_requested)) return CT_STOP_REQUESTED;
  if (take(&is_continued)) return CT_CONTINUED;
  if (take(&is_resized)) return CT_RESIZED;
  return CT_NOTHING;
}

/// Reads the typed bytes; returns `CT_HUNG_UP` if the terminal is gone.
static ct_kind read_input(int input, uint8_t *bytes, int *count) {
  ssize_t got = read(input, bytes, (size_t)*count);
  *count = got > 0 ? (int)got : 0;
  if (got > 0) return CT_BYTES;
  bool is_passing = got < 0 && (errno == EINTR || errno == EAGAIN);
  if (is_passing) return CT_NOTHING;
  ending_signal = SIGHUP;
  return CT_HUNG_UP;
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

ct_kind ct_wait(int input, int milliseconds, uint8_t *bytes, int *count) {
  int64_t deadline = milliseconds < 0 ? 0 : now() + milliseconds;
  int room = *count;
  *count = 0;
  for (;;) {
    ct_kind signal = take_signal();
    if (signal != CT_NOTHING) return signal;
    int64_t left = milliseconds < 0 ? -1 : deadline - now();
    if (milliseconds >= 0 && left < 0) left = 0;
    // Keys come before the news of other threads, or busy ones would lock the person out.
    bool woken = atomic_load(&is_woken);
    struct pollfd sources[2] = {{.fd = input, .events = POLLIN}, {.fd = wake_pipe[0], .events = POLLIN}};
    int ready = poll(sources, 2, woken ? 0 : (int)left);
    if (ready > 0 && sources[1].revents) drain_pipe();
    if (ready > 0 && sources[0].revents) {
      *count = room;
      ct_kind kind = read_input(input, bytes, count);
      if (kind != CT_NOTHING) return kind;
    }
    if (woken) {
      atomic_store(&is_woken, 0);
      return CT_WOKEN;
    }
    if (ready == 0 && left == 0) return CT_NOTHING;
  }
}

int ct_ending_signal(void) { return ending_signal; }

void ct_discard_input(int input) { tcflush(input, TCIFLUSH); }

// MARK: Restoring

void ct_restore_now(void) {
  if (!ct_tty.on_screen) return;
  ct_tty.on_screen = 0;
  const char *bytes = ct_tty.farewell;
  size_t left = ct_tty.farewell_length;
  while (left > 0) {
    ssize_t written = write(ct_tty.output, bytes, left);
    if (written <= 0) break;
    bytes += written;
    left -= (size_t)written;
  }
  if (ct_tty.has_shell_modes) tcsetattr(ct_tty.input, TCSANOW, &ct_tty.shell_modes);
}

// MARK: Signals

static const int events[] = {SIGWINCH, SIGTSTP, SIGCONT, SIGHUP, SIGTERM, SIGINT};
static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGQUIT};
#define COUNT(list) (sizeof(list) / sizeof *(list))

static struct sigaction before[NSIG];
static bool is_catching;

static void terminate(int signal) {
  // Asked twice, and the loop has not answered the first time: it hangs, so end here.
  if (is_terminated && ct_tty.on_screen) {
    ct_restore_now();
    ct_end_errors();
    _exit(128 + signal);
  }
  is_terminated = 1;
}

static void note(int signal) {
  switch (signal) {
  case SIGWINCH: is_resized = 1; break;
  case SIGTSTP: is_stop_requested = 1; break;
  case SIGCONT: is_continued = 1; break;
  case SIGHUP: is_hung_up = 1; ending_signal = signal; break;
  default: ending_signal = signal; terminate(signal);
  }
  poke();
}

/// Restores the terminal, then hands on to whoever was there before: Swift's backtracer, or the system.
static void crash(int signal, siginfo_t *info, void *context) {
  ct_restore_now();
  ct_end_errors();
  struct sigaction *old = &before[signal];
  sigaction(signal, old, NULL);
  if (old->sa_flags & SA_SIGINFO) {
    old->sa_sigaction(signal, info, context);
  } else if (old->sa_handler != SIG_DFL && old->sa_handler != SIG_IGN) {
    old->sa_handler(signal);
  } else {
    // Delivered as soon as this handler returns.
    raise(signal);
  }
}

static void ensure_signal_stack(void) {
  static char stack[64 * 1024];
  stack_t present;
  if (sigaltstack(NULL, &present) == 0 && !(present.ss_flags & SS_DISABLE)) return;
  stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&own, NULL);
}

static void catch_event(int signal) {
  struct sigaction action = {.sa_handler = note, .sa_flags = SA_RESTART};
  sigfillset(&action.sa_mask);
  sigaction(signal, &action, NULL);
}

/// The thread that drives the screen is the one that hears of it, whatever mask it was started with.
static void unblock_events(void) {
  sigset_t heard;
  sigemptyset(&heard);
  for (size_t i = 0; i < COUNT(events); i++) sigaddset(&heard, events[i]);
  pthread_sigmask(SIG_UNBLOCK, &heard, NULL);
}

void ct_catch_signals(void) {
  if (is_catching) return;
  is_catching = true;
  ensure_signal_stack();
  is_resized = is_stop_requested = is_continued = is_terminated = is_hung_up = 0;
  for (size_t i = 0; i < COUNT(events); i++) {
    sigaction(events[i], NULL, &before[events[i]]);
    catch_event(events[i]);
  }
  for (size_t i = 0; i < COUNT(crashes); i++) {
    struct sigaction action = {.sa_sigaction = crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    sigaction(crashes[i], &action, &before[crashes[i]]);
  }
  unblock_events();
}

void ct_release_signals(void) {
  if (!is_catching) return;
  is_catching = false;
  for (size_t i = 0; i < COUNT(events); i++) sigaction(events[i], &before[events[i]], NULL);
  for (size_t i = 0; i < COUNT(crashes); i++) sigaction(crashes[i], &before[crashes[i]], NULL);
}

void ct_stop_group(void) {
  signal(SIGTSTP, SIG_DFL);
  // The stop takes hold before the call returns, and what follows is done after the continue. In a group nobody
  // could continue the system ignores the signal, and nothing happens.
  kill(0, SIGTSTP);
  catch_event(SIGTSTP);
  is_continued = is_stop_requested = 0;
}
