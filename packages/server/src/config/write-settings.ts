/** `npm run docs:settings`: brings the table of settings in the README up to date. */

import { readFileSync, writeFileSync } from 'node:fs'
import { settingsSection } from './settings-table.ts'

const readme = new URL('../../../../README.md', import.meta.url)
writeFileSync(readme, settingsSection(readFileSync(readme, 'utf8')))
