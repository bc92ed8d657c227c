/**
 * Reports import cycles of modules. A module is a folder directly below `packages/server/src` or `packages/web/src`, or
 * a folder of `packages/web/src/pages`. Type imports count; tests and files of the root don't.
 *
 *     node tools/rooms.mjs server        cycles of one package; without a name, of both
 *     node tools/rooms.mjs web --arrows  also the imports between its modules
 */

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { root } from './prepare.mjs'

const isSource = (name) => /\.tsx?$/.test(name) && !/(\.test|testing(-[a-z-]+)?)\.tsx?$/.test(name)

function sourcesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && isSource(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Module folder of a file; null: a file of the root. */
function roomOf(base, file) {
  const [first, second, third] = relative(base, file).split('/')
  if (second === undefined) return null
  return first === 'pages' && third !== undefined ? `${first}/${second}` : first
}

const importPattern = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g

/** Imports between modules: by importing module, then by imported one, the files that import it. */
function arrowsOf(base) {
  const arrows = new Map()
  for (const file of sourcesBelow(base)) {
    const from = roomOf(base, file)
    if (from === null) continue
    if (!arrows.has(from)) arrows.set(from, new Map())
    for (const [, path] of readFileSync(file, 'utf8').matchAll(importPattern)) {
      const to = roomOf(base, resolve(dirname(file), path))
      if (to === null || to === from || to.startsWith('..')) continue
      const files = arrows.get(from)
      files.set(to, [
        ...(files.get(to) ?? []),
        `${relative(base, file)} → ${relative(base, resolve(dirname(file), path))}`,
      ])
    }
  }
  return arrows
}

/** Groups of two or more modules that import one another in a cycle (Tarjan's algorithm). */
function circlesOf(arrows) {
  const numbers = new Map()
  const lows = new Map()
  const open = []
  const circles = []
  function visit(room) {
    numbers.set(room, numbers.size)
    lows.set(room, numbers.get(room))
    open.push(room)
    for (const to of arrows.get(room)?.keys() ?? []) {
      if (!numbers.has(to)) visit(to)
      if (open.includes(to)) lows.set(room, Math.min(lows.get(room), lows.get(to)))
    }
    if (lows.get(room) !== numbers.get(room)) return
    const circle = open.splice(open.indexOf(room))
    if (circle.length > 1) circles.push(circle.sort())
  }
  for (const room of arrows.keys()) if (!numbers.has(room)) visit(room)
  return circles
}

const packages = ['server', 'web']
const asked = packages.filter((name) => process.argv.includes(name))

for (const name of asked.length > 0 ? asked : packages) {
  const base = join(root, 'packages', name, 'src')
  const arrows = arrowsOf(base)
  const circles = circlesOf(arrows)
  process.stdout.write(`${name}: ${circles.length} circles of rooms\n`)
  for (const circle of circles) {
    process.stdout.write(`  ${circle.length}: ${circle.join(', ')}\n`)
    if (!process.argv.includes('--arrows')) continue
    for (const from of circle) {
      for (const to of circle) {
        const files = arrows.get(from)?.get(to) ?? []
        if (files.length > 0 && files.length <= 4) process.stdout.write(`    ${from} → ${to}: ${files.join('; ')}\n`)
      }
    }
  }
  if (circles.length > 0) process.exitCode = 1
}
