/** `npm run build`: packages installed, server and web client built, so that the server can start without doing any of it. */

import { ensureAllBuilt, ensureInstalled, fail } from './prepare.mjs'

try {
  await ensureInstalled()
  await ensureAllBuilt()
} catch (error) {
  fail(error)
}
