/// What `make install` and `make dist` say of a build; empty in any other one. In C, because only a C target takes values from the manifest.
#ifndef BUILD_INFO_H
#define BUILD_INFO_H

const char *build_info_commit(void);
const char *build_info_date(void);

#endif
