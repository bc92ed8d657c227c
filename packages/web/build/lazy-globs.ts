/**
 * Writes `import.meta.glob('./*.tsx', { import: 'default' })` as the `import()`s that it stands for. Vite does so too, but
 * after the messages of each module that is loaded later are planned.
 */

import { globSync } from 'node:fs'
import { dirname } from 'node:path'

const lazyGlob = /import\.meta\.glob(?:<\w+>)?\('([^']+)', \{ import: 'default' \}\)/g

export const hasLazyGlob = (source: string): boolean => source.search(lazyGlob) >= 0

/** `file`: where the source is; patterns are relative to it. */
export const withLazyGlobs = (file: string, source: string): string =>
  source.replaceAll(lazyGlob, (_, pattern: string) => {
    const found = globSync(pattern, { cwd: dirname(file) }).sort()
    const entries = found.map((path) => JSON.stringify(`./${path}`))
    const loads = entries.map((path) => `${path}: () => import(${path}).then((module) => module.default)`)
    return `{ ${loads.join(', ')} }`
  })
