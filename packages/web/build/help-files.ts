/**
 * Serves the project's documentation beside the help pages, as `assets/help/en_US/docs/{chapter}.md`: help pages lead to
 * it, and nobody has to leave the platform to read it.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const docsFolder = fileURLToPath(new URL('../../../docs', import.meta.url))
const target = 'assets/help/en_US/docs'

const chapters = () => readdirSync(docsFolder).filter((name) => name.endsWith('.md'))

export function helpFiles(): Plugin {
  return {
    name: 'sonde-help-files',
    generateBundle() {
      for (const name of chapters()) {
        this.emitFile({ type: 'asset', fileName: `${target}/${name}`, source: readFileSync(join(docsFolder, name)) })
      }
    },
    configureServer(server) {
      server.middlewares.use(`/${target}`, (request, response, next) => {
        const name = chapters().find((chapter) => request.url === `/${chapter}`)
        if (!name) return next()
        response.setHeader('content-type', 'text/markdown; charset=utf-8')
        response.end(readFileSync(join(docsFolder, name)))
      })
    },
  }
}
