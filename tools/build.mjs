/**
 * `npm run build`: installs packages and builds server and web client, so that the server can start without doing so.
 */

import { ensureAllBuilt, ensureInstalled, fail } from './prepare.mjs'

try {
  await ensureInstalled()
  await ensureAllBuilt()
} catch (error) {
  fail(error)
}
