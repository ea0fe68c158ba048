#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// Below the folder that fails.
bool is_below_root(const char *path);
bool is_watched(int descriptor);
void watch(int descriptor, const char *path);
void forget(int descriptor);

/// Each sets errno and returns true where the call fails.
bool refuses_change(void);
bool refuses_entry(void);
bool refuses_sync(void);

/// How many of these bytes there is room for; -1 with errno where there is none.
ssize_t room_for(size_t bytes);
