#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>
#include <openssl/rand.h>

/// Gives a key to an HMAC of SHA-256. In C, because a parameter keeps pointers to its name and its value: what Swift makes of a
/// string for one call is gone after it.
static inline int copenssl_start_hmac_sha256(EVP_MAC_CTX *context, const unsigned char *key, size_t count) {
  OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, (char *)"SHA256", 0),
      OSSL_PARAM_construct_end(),
  };
  return EVP_MAC_init(context, key, count, parameters);
}
