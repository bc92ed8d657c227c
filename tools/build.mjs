/** `npm run build`: packages installed and the web client built, so that the server can start without doing either. */

import { ensureInstalled, ensureWebBuilt, fail } from './prepare.mjs'

try {
  await ensureInstalled()
  await ensureWebBuilt()
} catch (error) {
  fail(error)
}
