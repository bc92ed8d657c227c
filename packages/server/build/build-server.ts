/**
 * Builds the server's bundle, `packages/server/dist`: `main.js`, `maintenance-main.js`, a file for each thread, and what
 * they share.
 *
 * Node runs the sources as they are, and finding, reading and linking a thousand of them is half of what a start costs.
 * Packages are in the bundle for the same reason. Nothing is minified: names stay, and each module begins with its path.
 * The maps beside the files are for debuggers and `--enable-source-maps`, which would cost each start what the bundle saves.
 */

import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { filesIn } from '../src/modules-in.ts'
import { folderPrefix, placedIn } from './places.ts'

const serverFolder = fileURLToPath(new URL('../', import.meta.url))
const bundleFolder = join(serverFolder, 'dist')

/** Looks for its WebAssembly beside itself. */
const external = ['@jitl/quickjs-wasmfile-release-sync']

/** Gives places of sources the form that they have in the bundle; threads become entries. */
const places: Plugin = {
  name: 'places',
  transform: {
    filter: { id: /\.ts$/, code: /import\.meta/ },
    handler(source, file) {
      const { code, threads } = placedIn(bundleFolder, file, source)
      for (const id of threads) this.emitFile({ type: 'chunk', id })
      return { code, map: null }
    },
  },
}

/** What `modulesIn` finds in a folder, as imports. */
const folders: Plugin = {
  name: 'folders',
  resolveId: { filter: { id: new RegExp(`^${folderPrefix}`) }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: new RegExp(`^\0${folderPrefix}`) },
    handler(id) {
      const [, folder = '', pattern = ''] = /^\0\w+:(.*?)\/([^/]*\*.*)$/.exec(id) ?? []
      const files = filesIn(pathToFileURL(`${folder}/`), pattern)
      const imports = files.map((file, i) => `import * as module${i} from ${JSON.stringify(join(folder, file))}`)
      const entries = files.map((file, i) => `  ${JSON.stringify(file)}: module${i},`)
      return [...imports, 'export default {', ...entries, '}'].join('\n')
    },
  },
}

const build = await rolldown({
  input: ['main.ts', 'maintenance/maintenance-main.ts'].map((path) => join(serverFolder, 'src', path)),
  platform: 'node',
  external,
  plugins: [places, folders],
})
// All in one folder: places count on it.
const { output } = await build.generate({
  format: 'esm',
  sourcemap: true,
  sourcemapExcludeSources: true,
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
})
await build.close()

// Each file is replaced at once: tests that start together may build together, and write the same.
mkdirSync(bundleFolder, { recursive: true })
const written = new Set<string>()
for (const file of output) {
  const path = join(bundleFolder, file.fileName)
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, file.type === 'chunk' ? file.code : file.source)
  renameSync(draft, path)
  written.add(file.fileName)
}
for (const name of readdirSync(bundleFolder)) {
  if (/\.js(\.map)?$/.test(name) && !written.has(name)) rmSync(join(bundleFolder, name), { force: true })
}
