/**
 * Takes the catalogue apart while the client is built: with each module that is loaded by `import()` come the messages
 * that it can show, in the page's language, and with the start those that are seen before. See `text-plan.ts`.
 *
 * Under a development server and in tests all messages are there at the start.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parse } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'
import { needsReading } from '../src/locale/texts.ts'
import { hasLazyGlob, withLazyGlobs } from './lazy-globs.ts'
import { planTexts, readSource, type SourceFacts, type TextPlan } from './text-plan.ts'

const sources = join(import.meta.dirname, '../src')
const localeFolder = join(sources, 'locale')
const entry = join(sources, 'main.tsx')
/** Messages of a module: `virtual:sonde-texts/en/pages/home/home-page.tsx`. */
const prefix = 'virtual:sonde-texts/'

const parser = '@formatjs/icu-messageformat-parser'

/** Read here, so that the page needs nothing that can read: a plain text, or what it is made of. */
function readMessage(text: string): string | unknown[] {
  const parts = parse(text, { ignoreTag: true })
  const [only] = parts
  // What the page would read again stays as it was read.
  return parts.length === 1 && only && 'value' in only && only.value === text && !needsReading.test(text) ? text : parts
}

export type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Languages that there are messages in. */
export const languages = () =>
  readdirSync(localeFolder).filter((name) => existsSync(join(localeFolder, name, 'first.ts')))

/** All messages, by room and name. */
export function catalogueOf(language: string): Catalogue {
  const folder = join(localeFolder, language)
  const rooms = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return Object.fromEntries(
    rooms.map((name) => [name.slice(0, -'.json'.length), JSON.parse(readFileSync(join(folder, name), 'utf8'))]),
  )
}

export const messagesByKey = (catalogue: Catalogue): Map<string, string> =>
  new Map(
    Object.entries(catalogue).flatMap(([room, texts]) =>
      Object.entries(texts).map(([name, text]): [string, string] => [`${room}.${name}`, text]),
    ),
  )

function pick(catalogue: Catalogue, keys: ReadonlySet<string>): Catalogue {
  const rooms = Object.entries(catalogue).map(([room, texts]): [string, Readonly<Record<string, string>>] => [
    room,
    Object.fromEntries(Object.entries(texts).filter(([name]) => keys.has(`${room}.${name}`))),
  ])
  return Object.fromEntries(rooms.filter(([, texts]) => Object.keys(texts).length > 0))
}

/** The plan of the client as its sources are now. */
export function planOfClient(): TextPlan {
  const messages = messagesByKey(catalogueOf('en'))
  const read = new Map<string, SourceFacts | undefined>()
  function factsOf(path: string): SourceFacts | undefined {
    if (!read.has(path)) {
      const isSource = !path.startsWith(`${localeFolder}/`) || /\/locale\/[^/]+$/.test(path)
      const source = isSource ? withLazyGlobs(path, readFileSync(path, 'utf8')) : ''
      read.set(path, isSource ? readSource(path, source, (key) => messages.has(key)) : undefined)
    }
    return read.get(path)
  }
  return planTexts(entry, factsOf, messages)
}

export function splitTexts(): Plugin {
  let plan: TextPlan = { first: new Set(), parts: new Map() }
  const moduleOf = (language: string, keys: ReadonlySet<string>) => {
    const rooms = Object.entries(pick(catalogueOf(language), keys)).map(([room, texts]) => [
      room,
      Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, readMessage(text)])),
    ])
    return `export default ${JSON.stringify(Object.fromEntries(rooms))}`
  }

  return {
    name: 'sonde-split-texts',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      plan = planOfClient()
    },
    async resolveId(id, importer) {
      if (id === parser) return this.resolve(`${parser}/no-parser.js`, importer)
      return id.startsWith(prefix) ? `\0${id}` : undefined
    },
    load(id) {
      const first = languages().find((language) => id === join(localeFolder, language, 'first.ts'))
      if (first) return moduleOf(first, plan.first)
      if (!id.startsWith(`\0${prefix}`)) return undefined
      const [language = '', ...path] = id.slice(prefix.length + 1).split('/')
      return moduleOf(language, plan.parts.get(join(sources, path.join('/'))) ?? new Set())
    },
    transform(written, id) {
      if (!id.startsWith(`${sources}/`) || !/\.tsx?$/.test(id)) return undefined
      if (!written.includes('import(') && !hasLazyGlob(written)) return undefined
      const code = withLazyGlobs(id, written)
      const loads = readSource(id, code, () => false).lazyImports.filter(({ target }) => plan.parts.has(target))
      return loads.length === 0 ? undefined : { code: withParts(code, loads), map: null }
    },
  }
}

/** The same module, waiting for messages wherever it loads another that needs some. */
function withParts(code: string, loads: SourceFacts['lazyImports']): string {
  const targets = [...new Set(loads.map(({ target }) => target))]
  let changed = code
  for (const { target, start, end } of loads.toSorted((a, b) => b.start - a.start)) {
    const load = `(() => ${changed.slice(start, end)})`
    changed = `${changed.slice(0, start)}withTexts_(${load}, texts${targets.indexOf(target)}_)${changed.slice(end)}`
  }
  const parts = targets.map((target, at) => {
    const path = relative(sources, target)
    const loads = languages().map(
      (language) => `${language}: () => import(${JSON.stringify(`${prefix}${language}/${path}`)})`,
    )
    return `const texts${at}_ = { ${loads.join(', ')} };`
  })
  const from = JSON.stringify(join(localeFolder, 'text-parts.ts'))
  return `import { withTexts as withTexts_ } from ${from};${parts.join('')}${changed}`
}
