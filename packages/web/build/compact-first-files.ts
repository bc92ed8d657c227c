/**
 * Makes the files of sign-in and the first dashboard as small as they get: Terser saves 3 % over the minifier of the
 * bundler, and takes a hundred times as long, which is too long for all files.
 */

import { minify } from 'terser'
import type { Plugin } from 'vite'
import { firstFiles } from './chunk-groups.ts'

export function compactFirstFiles(): Plugin {
  return {
    name: 'sonde-compact-first-files',
    apply: 'build',
    async renderChunk(code, { name }) {
      if (!firstFiles.has(name)) return null
      const { code: compact } = await minify(code, {
        module: true,
        compress: { passes: 2, ecma: 2020 },
        format: { ecma: 2020 },
      })
      if (compact === undefined) throw new Error(`Terser made nothing of ${name}.`)
      return { code: compact, map: null }
    },
  }
}
