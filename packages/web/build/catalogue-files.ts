/**
 * Writes the texts as files that other programs can load, `assets/locale/locale.constant-{language}.json` (seed 1,
 * section 1): one for each language that there are texts in. The page itself loads them piece by piece.
 */

import type { Plugin } from 'vite'
import { catalogueOf, languages } from './split-texts.ts'

/** The locale that a language's texts stand for. */
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
