/** Writes `.br` and `.gz` beside each built file that shrinks, so that the server never compresses while it answers. */

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const text = /\.(js|css|html|svg|json|md|txt|map|webmanifest)$/
/** Below this a compressed file saves no packet. */
const bytesMin = 512
/** Icons are 3 MB in many files, of which a page loads few: the last 1 % would take most of the time of a build. */
const icons = /^icons-\d+-/

export function precompress(): Plugin {
  let outDir = ''
  let failed = false
  return {
    name: 'sonde-precompress',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir)
    },
    buildEnd(error) {
      failed = error !== undefined
    },
    closeBundle() {
      if (!failed) compressFolder(outDir)
    },
  }
}

function compressFolder(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) {
      compressFolder(path)
      continue
    }
    // The page holds a nonce that the server replaces: it cannot be compressed ahead.
    if (!text.test(name) || name === 'index.html') continue
    const bytes = readFileSync(path)
    if (bytes.length < bytesMin) continue
    const quality = icons.test(name) ? 10 : 11
    const brotli = brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        // The maximum of what every browser unpacks. Less would forget the beginning of a file of 400 KB.
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    })
    const gzip = gzipSync(bytes, { level: 9 })
    if (brotli.length < bytes.length) writeFileSync(`${path}.br`, brotli)
    if (gzip.length < bytes.length) writeFileSync(`${path}.gz`, gzip)
  }
}
