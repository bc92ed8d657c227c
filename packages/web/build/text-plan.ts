/**
 * Which messages are loaded with which module: a page's own with the page, those of a dialog with the dialog.
 *
 * A message is shown only by a key that stands somewhere in the code: `'devices.title'`, or as a template with a part left
 * open, `entityTypes.${type}`. So what a module's static imports name is all that it can show, and is loaded beside it.
 */

import { dirname, join } from 'node:path'
import { parseSync } from 'vite'

/** Below this, characters, texts are loaded with whoever loads the module: a file of their own costs more. */
const partLengthMin = 1000

/** What one source file says. Paths are absolute. */
export interface SourceFacts {
  readonly keys: ReadonlySet<string>
  /** `entityTypes.${type}` as a pattern. */
  readonly templates: readonly RegExp[]
  /** Words that may stand for a room where a template leaves it open. */
  readonly words: ReadonlySet<string>
  readonly imports: readonly string[]
  readonly lazyImports: readonly LazyImport[]
}

/** `import('./page.tsx')`: what is loaded, and where in the source that stands. */
export interface LazyImport {
  readonly target: string
  readonly start: number
  readonly end: number
}

export interface TextPlan {
  /** What is there before the first page is drawn. */
  readonly first: ReadonlySet<string>
  /** What comes with a module that is loaded by `import()`, by its path; absent when it needs no more than is there. */
  readonly parts: ReadonlyMap<string, ReadonlySet<string>>
}

interface Node {
  readonly type: string
  readonly [field: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** Types are left out: they are gone when the page runs. */
const isType = (node: Node) => node.importKind === 'type' || node.exportKind === 'type' || node.type.startsWith('TS')
const expressionsInTypes = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

/** `isKey`: whether there is a message of that name. */
export function readSource(file: string, source: string, isKey: (key: string) => boolean): SourceFacts {
  const keys = new Set<string>()
  const words = new Set<string>()
  const templates: RegExp[] = []
  const imports: string[] = []
  const lazyImports: LazyImport[] = []
  const resolved = (specifier: unknown) => join(dirname(file), String(specifier))
  const isOwn = (specifier: unknown) => typeof specifier === 'string' && /^\.\.?\/.*\.tsx?$/.test(specifier)

  function report(text: unknown) {
    if (typeof text !== 'string') return
    if (isKey(text)) keys.add(text)
    else if (/^[a-z]\w*$/i.test(text)) words.add(text)
  }

  function visit(value: unknown): void {
    if (Array.isArray(value)) for (const each of value) visit(each)
    if (!isNode(value)) return
    if (isType(value)) {
      if (expressionsInTypes.has(value.type)) visit(value.expression)
      return
    }
    if (value.type === 'Literal') report(value.value)
    if (value.type === 'TemplateLiteral') {
      const quasis = (value.quasis as Node[]).map((quasi) => (quasi.value as { cooked?: string }).cooked ?? '')
      const [only] = quasis
      if (quasis.length === 1) report(only)
      else if (/^\w*\.\w*$/.test(quasis.join(''))) templates.push(new RegExp(`^${quasis.map(escaped).join('.+')}$`))
    }
    const from = value.source as Node | undefined
    if (value.type === 'ImportExpression' && isOwn(from?.value)) {
      lazyImports.push({ target: resolved(from?.value), start: Number(value.start), end: Number(value.end) })
      return
    }
    if (/^(Import|Export\w+)Declaration$/.test(value.type) && isOwn(from?.value)) imports.push(resolved(from?.value))
    for (const [field, each] of Object.entries(value)) if (field !== 'parent') visit(each)
  }

  visit(parseSync(file, source).program)
  return { keys, templates, words, imports, lazyImports }
}

const union = (sets: Iterable<Iterable<string>>): Set<string> => {
  const all = new Set<string>()
  for (const set of sets) for (const one of set) all.add(one)
  return all
}

/** `entry`: the module that starts the page. `factsOf` answers undefined for what is no source of the page. */
export function planTexts(
  entry: string,
  factsOf: (path: string) => SourceFacts | undefined,
  messages: ReadonlyMap<string, { readonly length: number }>,
): TextPlan {
  /** What is loaded at once with a module, itself included, by its path. */
  const loadedWith = new Map<string, ReadonlySet<string>>()
  const lazyOf = (files: ReadonlySet<string>) =>
    union([...files].map((file) => (factsOf(file)?.lazyImports ?? []).map(({ target }) => target)))

  function closureOf(root: string): Set<string> {
    const files = new Set<string>()
    const waiting = [root]
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (files.has(file)) continue
      files.add(file)
      waiting.push(...(factsOf(file)?.imports ?? []))
    }
    return files
  }

  const importers = new Map<string, Set<string>>([[entry, new Set()]])
  const waiting = [entry]
  for (let root = waiting.pop(); root !== undefined; root = waiting.pop()) {
    const files = closureOf(root)
    loadedWith.set(root, files)
    for (const target of lazyOf(files)) {
      if (!factsOf(target)) continue
      const existing = importers.get(target)
      if (existing) existing.add(root)
      else {
        importers.set(target, new Set([root]))
        waiting.push(target)
      }
    }
  }
  const roots = [...loadedWith.keys()]

  /** Everybody who may have loaded it, in steps or at once. */
  function ancestorsOf(root: string, found = new Set<string>()): Set<string> {
    for (const importer of importers.get(root) ?? []) {
      if (found.has(importer)) continue
      found.add(importer)
      ancestorsOf(importer, found)
    }
    return found
  }

  /** A room that is left open is given by whoever is there already: only rooms that are spoken of count. */
  function shownBy(root: string): Set<string> {
    const facts = [...(loadedWith.get(root) ?? [])].flatMap((file) => factsOf(file) ?? [])
    const filesAround = union([root, ...ancestorsOf(root)].map((one) => loadedWith.get(one) ?? []))
    const around = union([...filesAround].map((file) => factsOf(file)?.words ?? []))
    const templates = facts.flatMap((one) => one.templates).filter(({ source }) => /[a-z]/i.test(source))
    const opened = [...messages.keys()].filter((key) =>
      templates.some(
        (template) =>
          template.test(key) && (!template.source.startsWith('^.+') || around.has(key.slice(0, key.indexOf('.')))),
      ),
    )
    return union([...facts.map(({ keys }) => keys), opened])
  }

  const needed = new Map(roots.map((root) => [root, shownBy(root)]))
  /** What is there when a module is loaded, whoever loads it. */
  const there = new Map(roots.map((root) => [root, new Set(root === entry ? [] : messages.keys())]))
  for (let isSettled = false; !isSettled; ) {
    isSettled = true
    for (const root of roots) {
      const before = there.get(root)
      const lists = [...(importers.get(root) ?? [])].map((one) => union([there.get(one) ?? [], needed.get(one) ?? []]))
      const now = new Set([...(before ?? [])].filter((key) => lists.every((list) => list.has(key))))
      if (now.size === before?.size) continue
      there.set(root, now)
      isSettled = false
    }
  }

  const parts = new Map<string, Set<string>>()
  for (const root of roots) {
    parts.set(root, new Set([...(needed.get(root) ?? [])].filter((key) => !there.get(root)?.has(key))))
  }
  const lengthOf = (part: ReadonlySet<string>) =>
    [...part].reduce((sum, key) => sum + key.length + (messages.get(key)?.length ?? 0), 0)

  function giveUp(part: ReadonlySet<string>, root: string, requested = new Set<string>()): void {
    if (requested.has(root)) return
    requested.add(root)
    const own = parts.get(root)
    if (own) for (const key of part) own.add(key)
    else for (const importer of importers.get(root) ?? []) giveUp(part, importer, requested)
  }
  // What is loaded last was found last: small parts go up step by step.
  for (const root of roots.toReversed()) {
    const part = parts.get(root)
    if (root === entry || !part || lengthOf(part) >= partLengthMin) continue
    parts.delete(root)
    giveUp(part, root)
  }
  const first = parts.get(entry) ?? new Set()
  parts.delete(entry)
  for (const [root, part] of parts) {
    parts.set(root, new Set([...part].filter((key) => !first.has(key))))
  }
  return { first, parts }
}
