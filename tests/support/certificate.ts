/** A certificate of localhost and 127.0.0.1 that nobody trusts, with its key: for tests of TLS, of use for nothing else. */
export const certificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUchEo243ZOJFU6fqW+XtWl/xQ37kwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzEyNDE0OFoYDzIxMjYxMDMw
MTI0MTQ4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQjizRrEhwHW1XkW6uadacl9Ax9jou0k/yp7XvMkpfso5noaZxyrQaG
MUBzB+aYssq89F9cWRttS3pUcBrWJ6Hwo28wbTAdBgNVHQ4EFgQUBziNkSzOBukl
J44SwARrVXLbfsswHwYDVR0jBBgwFoAUBziNkSzOBuklJ44SwARrVXLbfsswDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAIazeAmcAJgBqRNPmrLgfmsijlu8jCZ7NHFAmVoQAlFzAiEA
tL7alO2AvTOGJi7IxhymxlxrZhrcJ8AjlPEMKbZSRqE=
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg4WWtTxiLHE/shMfh
xhXu3mM0o+MstyrteCoxq+2R5GahRANCAAQjizRrEhwHW1XkW6uadacl9Ax9jou0
k/yp7XvMkpfso5noaZxyrQaGMUBzB+aYssq89F9cWRttS3pUcBrWJ6Hw
-----END PRIVATE KEY-----
`,
};
