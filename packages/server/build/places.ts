/**
 * Places that sources name relative to themselves, as the bundle has to name them: all its files lie in one folder.
 *
 * A source with a place of a form that isn't known here is refused by name: in the bundle it would look somewhere else.
 */

import { basename, dirname, relative, resolve } from 'node:path'

/** Before the folder and the pattern in the name of a module that imports what `modulesIn` finds there. */
export const folderPrefix = 'folder:'

export interface Placed {
  readonly code: string
  /** Sources that run as threads of their own: each becomes an entry, `NAME.js` for `NAME.ts`. */
  readonly threads: readonly string[]
}

const meta = 'import.meta'
const folderPattern = /\bmodulesIn\(new URL\('([^']+)', import\.meta\.url\), '([^']+)'\)/g
const placePattern = /\bnew URL\('([^']+)', import\.meta\.url\)/g
/** Packages are found from everywhere in the package of the server. */
const packagePattern = /\bcreateRequire\(import\.meta\.url\)/g

/** The code of `file` for a bundle in `bundleFolder`. Lines stay where they are. Throws for unknown forms. */
export function placedIn(bundleFolder: string, file: string, code: string): Placed {
  const isKnown = !code.replace(folderPattern, '').replace(placePattern, '').replace(packagePattern, '').includes(meta)
  if (!isKnown) throw new Error(`${file} uses ${meta} in a form that packages/server/build/places.ts doesn’t know.`)

  const threads: string[] = []
  const imports: string[] = []
  const resolved = (path: string) => resolve(dirname(file), path)

  function folder(_: string, path: string, pattern: string): string {
    const name = `modulesOfFolder${imports.length}`
    imports.push(`import ${name} from ${JSON.stringify(`${folderPrefix}${resolved(path)}/${pattern}`)}`)
    return name
  }

  function place(_: string, path: string): string {
    const isThread = path.endsWith('.ts')
    if (isThread) threads.push(resolved(path))
    const placed = isThread ? `./${basename(path, '.ts')}.js` : relative(bundleFolder, resolved(path))
    return `new URL(${JSON.stringify(placed)}, ${meta}.url)`
  }

  const placed = code.replace(folderPattern, folder).replace(placePattern, place)
  return { code: [placed, ...imports].join('\n'), threads }
}
