/**
 * What is checked without running anything: format, lint, strict types, layers, circles of rooms, places of SQL, words of
 * texts. Each a command and its arguments.
 */

import { join } from 'node:path'
import { node, root } from './prepare.mjs'

export const bin = (name) => join(root, 'node_modules', '.bin', name)

/** In colours only for a person: it colours pipes too. */
export const lint = [bin('biome'), ['ci', ...(process.stdout.isTTY ? [] : ['--colors=off']), '.']]

export const types = ['tsconfig.json', 'packages/web/tsconfig.json', 'e2e/tsconfig.json'].map((project) => [
  bin('tsc'),
  // Several checkers look at much of it several times: two processors have other suites to run meanwhile.
  ['-p', project, '--singleThreaded'],
])

export const layers = [
  bin('depcruise'),
  [
    '--config',
    'tools/layers.cjs',
    ...['model', 'client', 'server', 'simulator', 'web'].map((name) => `packages/${name}/src`),
  ],
]

/** No rooms of the server or the web import one another in a circle. */
export const rooms = [node, [join(root, 'tools', 'rooms.mjs')]]

/** SQL stands in stores; what only SQLite knows stands in `storage/sqlite`. */
export const sqlPlaces = [node, [join(root, 'tools', 'sql-places.mjs')]]

/** Texts follow the style of the product. */
export const words = [node, [join(root, 'tools', 'words.mjs')]]
