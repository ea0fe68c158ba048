/// The commit and date that `make install` and `make dist` record in a build; empty in any other build. In C, because
/// only a C target takes values from the manifest.
#ifndef BUILD_INFO_H
#define BUILD_INFO_H

const char *build_info_commit(void);
const char *build_info_date(void);

#endif
