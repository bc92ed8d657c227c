/**
 * Checks without running any code: format, lint, strict types, layers, import cycles of modules, places of SQL, words
 * of texts. Each is a command with its arguments.
 */

import { join } from 'node:path'
import { node, root } from './prepare.mjs'

export const bin = (name) => join(root, 'node_modules', '.bin', name)

/** Colors only on a terminal, because biome otherwise also colors piped output. */
export const lint = [bin('biome'), ['ci', ...(process.stdout.isTTY ? [] : ['--colors=off']), '.']]

export const types = ['tsconfig.json', 'packages/web/tsconfig.json', 'e2e/tsconfig.json'].map((project) => [
  bin('tsc'),
  // Parallel checkers would repeat much of the work, and the two processors run other suites at the same time.
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

/** No import cycles between modules of the server or the web. */
export const rooms = [node, [join(root, 'tools', 'rooms.mjs')]]

/** SQL occurs only in stores; SQLite-specific names only in `storage/sqlite`. */
export const sqlPlaces = [node, [join(root, 'tools', 'sql-places.mjs')]]

/** Texts follow the style of the product. */
export const words = [node, [join(root, 'tools', 'words.mjs')]]
