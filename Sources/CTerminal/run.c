#define _GNU_SOURCE 1

#include "cterminal.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/// What the terminal sends to the foreground group meanwhile is for the other program; stopping stops both.
static const int held[] = {SIGINT, SIGQUIT, SIGTSTP, SIGTTOU};
#define HELD_COUNT (sizeof held / sizeof *held)

static void hold_signals(struct sigaction saved[HELD_COUNT]) {
  for (size_t i = 0; i < HELD_COUNT; i++) {
    struct sigaction action = {.sa_handler = held[i] == SIGTSTP ? SIG_DFL : SIG_IGN};
    sigaction(held[i], &action, &saved[i]);
  }
}

static void release_signals(const struct sigaction saved[HELD_COUNT]) {
  for (size_t i = 0; i < HELD_COUNT; i++) sigaction(held[i], &saved[i], NULL);
}

static int start(pid_t *child, char *const arguments[], int input, int output) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  int error = posix_spawnp(child, arguments[0], &files, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return error;
}

static int wait_for(pid_t child) {
  int status;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -errno;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// A program with job control of its own may have left another group in the foreground.
static void take_foreground(int input) {
  if (tcgetpgrp(input) != getpgrp()) tcsetpgrp(input, getpgrp());
}

int ct_run(char *const arguments[], int input, int output) {
  struct sigaction saved[HELD_COUNT];
  pid_t child;
  hold_signals(saved);
  int error = start(&child, arguments, input, output);
  int status = error ? -error : wait_for(child);
  if (!error) take_foreground(input);
  release_signals(saved);
  return status;
}
