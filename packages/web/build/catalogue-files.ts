/**
 * Writes the texts as files that other programs can load, `assets/locale/locale.constant-{language}.json` (seed 1,
 * section 1): one for each language that there are texts in. The page itself loads them with its code.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const localeFolder = fileURLToPath(new URL('../src/locale', import.meta.url))

/** The locale that a language's texts stand for. */
const localeOfLanguage: Readonly<Record<string, string>> = { en: 'en_US' }

/** Texts by room and name. */
function textsOf(language: string): Record<string, unknown> {
  const folder = join(localeFolder, language)
  const rooms = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return Object.fromEntries(
    rooms.map((name) => [name.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, name), 'utf8'))]),
  )
}

export function catalogueFiles(): Plugin {
  return {
    name: 'sonde-catalogue-files',
    apply: 'build',
    generateBundle() {
      for (const [language, locale] of Object.entries(localeOfLanguage)) {
        this.emitFile({
          type: 'asset',
          fileName: `assets/locale/locale.constant-${locale}.json`,
          source: JSON.stringify(textsOf(language)),
        })
      }
    },
  }
}
