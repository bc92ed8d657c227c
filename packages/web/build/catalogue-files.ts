/**
 * Writes the texts as files for other programs, `assets/locale/locale.constant-{language}.json`, one per language. The
 * page itself loads them in parts.
 */

import type { Plugin } from 'vite'
import { catalogueOf, languages } from './split-texts.ts'

/** Locale of each language's texts. */
const localeOfLanguage: Readonly<Record<string, string>> = { en: 'en_US' }

export function catalogueFiles(): Plugin {
  return {
    name: 'sonde-catalogue-files',
    apply: 'build',
    generateBundle() {
      for (const language of languages()) {
        this.emitFile({
          type: 'asset',
          fileName: `assets/locale/locale.constant-${localeOfLanguage[language] ?? language}.json`,
          source: JSON.stringify(catalogueOf(language)),
        })
      }
    },
  }
}
