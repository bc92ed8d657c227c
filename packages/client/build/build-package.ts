/**
 * Makes the package that others install: ES modules with their types, and the part of the model that they speak of.
 *
 * `npm run build -w @sonde/client` writes it to `packages/client/dist`; `npm publish packages/client/dist` publishes it.
 * Inside this project the sources are imported as they are; this is for those outside.
 */

import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import model from '../../model/package.json' with { type: 'json' }
import client from '../package.json' with { type: 'json' }

const clientFolder = fileURLToPath(new URL('../', import.meta.url))
const projectRoot = join(clientFolder, '../..')
const compiler = join(projectRoot, 'node_modules/typescript/bin/tsc')

/** Writes the package to a folder, in the place of what is there. Throws with the compiler's words. */
export function buildPackage(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  const compiled = mkdtempSync(join(tmpdir(), 'sonde-client-'))
  try {
    const args = [compiler, '-p', join(clientFolder, 'tsconfig.build.json'), '--outDir', compiled]
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`The client does not compile:\n${stdout}${stderr}`)
    for (const file of reached(compiled)) write(compiled, file, folder)
  } finally {
    rmSync(compiled, { recursive: true, force: true })
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
  copyFileSync(join(projectRoot, 'LICENSE'), join(folder, 'LICENSE'))
  copyFileSync(join(projectRoot, 'docs/typescript-client.md'), join(folder, 'README.md'))
}

/** Quoted after `from` or `import(`: another module. */
const specifier = /(?<=(?:from |import\()(['"]))([^'"]+)(?=\1)/g

/** Where an import of a compiled file leads: a file without its ending; null out of the package. */
function target(importer: string, named: string): string | null {
  if (named.startsWith('@sonde/model/')) return `model/src/${named.slice('@sonde/model/'.length)}`
  return named.startsWith('.') ? join(dirname(importer), named).replace(/\.[jt]s$/, '') : null
}

/** The client's files and what they lead to in the model, without endings. */
function reached(compiled: string): ReadonlySet<string> {
  const found = new Set<string>()
  const follow = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    for (const ending of ['.js', '.d.ts']) {
      for (const [named] of readFileSync(join(compiled, file + ending), 'utf8').matchAll(specifier)) {
        const next = target(file, named)
        if (next) follow(next)
      }
    }
  }
  for (const name of readdirSync(join(compiled, 'client/src'), { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.d.ts')) follow(`client/src/${name.replace(/\.d\.ts$/, '')}`)
  }
  return found
}

/** The client at the top, the model it speaks of below `model`. */
const place = (file: string) => file.replace(/^client\/src\//, '').replace(/^model\/src\//, 'model/')

/** Writes a file and its types to its place; what was named by its package is named by its place. */
function write(compiled: string, file: string, folder: string): void {
  const from = dirname(place(file))
  mkdirSync(join(folder, from), { recursive: true })
  for (const ending of ['.js', '.d.ts']) {
    const text = readFileSync(join(compiled, file + ending), 'utf8').replace(specifier, (named) => {
      const to = target(file, named)
      if (to === null) return named
      const path = relative(from, place(to))
      return `${path.startsWith('.') ? '' : './'}${path}.js`
    })
    writeFileSync(join(folder, place(file) + ending), text)
  }
}

const entry = (path: string) => ({ types: `${path}.d.ts`, default: `${path}.js` })

const manifest = () => ({
  name: client.name,
  version: client.version,
  description: 'Client of the IoT platform Sonde: every call of its REST interface and its live socket, typed',
  license: client.license,
  type: 'module',
  sideEffects: false,
  // The platform's own WebSocket; older ones hand `openSocket` to `createClient`.
  engines: { node: '>=22' },
  exports: { '.': entry('./index'), './*': entry('./*'), './package.json': './package.json' },
  types: './index.d.ts',
  // The model's shapes are its schemas.
  dependencies: model.dependencies,
})

if (import.meta.main) {
  const folder = join(clientFolder, 'dist')
  buildPackage(folder)
  process.stdout.write(`${relative(process.cwd(), folder)}: ${client.name} ${client.version}\n`)
}
