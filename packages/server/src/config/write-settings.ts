/** `npm run docs:settings`: updates the table of settings in the README and the table of limits in the docs. */

import { readFileSync, writeFileSync } from 'node:fs'
import { limitsSection } from '../limits/limits-table.ts'
import { settingsSection } from './settings-table.ts'

function rewrite(path: string, update: (text: string) => string) {
  const file = new URL(`../../../../${path}`, import.meta.url)
  writeFileSync(file, update(readFileSync(file, 'utf8')))
}

rewrite('README.md', settingsSection)
rewrite('docs/limits.md', limitsSection)
