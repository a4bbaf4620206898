/** The introduction of openapi.json. */
export const INTRODUCTION = `Warranty registration, dealer locator and lead submission for boat builders.

- **Authentication.** The warranty interface takes an access token (\`Authorization: Bearer …\`) from \`POST /api/v1/auth/login\`. The dealer locator, leads and registrations take an API token (\`X-API-Token\`). Your administrator gives you a user or a token, and the slugs and ids of your brands.
- **Repeating a request.** Send an \`Idempotency-Key\`: the same request with the same key is carried out once.
- **Errors.** Branch on the status and, in the warranty interface, on \`error.code\`: codes are permanent, texts are not. Later versions may add codes and fields.
- **Limits.** \`RateLimit\` says what is left; a 429 has \`Retry-After\`.
- **Types are strict**, except in leads: \`"7"\` is not an integer.

Guides: [Integrators](/docs/guides/integrators), [Errors](/docs/guides/errors), [Webhooks](/docs/guides/webhooks), [Migrating](/docs/guides/migrating), [Glossary](/docs/guides/glossary). Administrators: [the administration's reference](/docs/admin).`

/** The introduction of openapi-admin.json. */
export const ADMINISTRATION = `Everything that an administrator of Transom can do: the console is a client of this interface.

- **Authentication.** People sign in (\`POST /admin/v1/session\`) and get a cookie. Programs send a service token (\`Authorization: Bearer sk_…\`) or an access token of \`POST /api/v1/auth/login\`.
- **Permissions.** Everything is limited to the caller's brands: what is outside does not exist (404).
- **Lists** take \`page\` and \`limit\`, or \`cursor\`. An unknown parameter is 422.
- **Changes.** In a PATCH, omitted fields keep their values and null clears one. Send the record's \`ETag\` as \`If-Match\`: with another version nothing changes (412).
- **Repeating a request.** POST takes an \`Idempotency-Key\`.

Guides: [Administration](/docs/guides/administration), [Importing](/docs/guides/importing), [Errors](/docs/guides/errors). Integrators: [the interfaces' reference](/docs).`
