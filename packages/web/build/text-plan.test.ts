import { expect, test } from 'vitest'
import { catalogueOf, messagesByKey, planOfClient } from './split-texts.ts'
import { planTexts, readSource } from './text-plan.ts'

const long = 'x'.repeat(1000)
const messages = new Map(
  ['a.title', 'a.open', 'a.shut', 'a.deleted', 'b.title', 'b.deleted', 'c.small', 'd.title', 'd.hint'].map((key) => [
    key,
    key === 'c.small' ? 'Small' : long,
  ]),
)

/** A plan of sources that stand in one folder. */
function plan(sources: Record<string, string>) {
  const factsOf = (path: string) => {
    const source = sources[path.slice(1)]
    return source === undefined ? undefined : readSource(path, source, (key) => messages.has(key))
  }
  const { first, parts } = planTexts('/main.tsx', factsOf, messages)
  return {
    first: [...first].sort(),
    parts: Object.fromEntries([...parts].map(([path, keys]) => [path, [...keys].sort()])),
  }
}

test('a module that is loaded later brings what it and its imports name, and is not there already', () => {
  const { first, parts } = plan({
    'main.tsx': "import { Frame } from './frame.tsx'; const page = lazy(() => import('./page.tsx'))",
    'frame.tsx': "export const Frame = () => <h1 title='a.title' />",
    'page.tsx': "import './table.ts'; import type { X } from './types.ts'; t('a.title'); t('a.open')",
    'table.ts': "export const column = { label: 'b.title' as const }",
    'types.ts': "export type X = 'd.title'",
  })
  expect(first).toEqual(['a.title'])
  expect(parts).toEqual({ '/page.tsx': ['a.open', 'b.title'] })
})

test('a dialog brings what not everybody who opens it has; what is short comes with who opens it', () => {
  const { parts } = plan({
    'main.tsx': "import('./one.tsx'); import('./two.tsx')",
    'one.tsx': "t('a.title'); t('a.open'); import('./dialog.tsx')",
    'two.tsx': "t('a.title'); t('b.title'); import('./dialog.tsx'); import('./hint.tsx')",
    'dialog.tsx': "t('a.title'); t('a.open'); t('d.title')",
    'hint.tsx': "t('c.small')",
  })
  expect(parts).toEqual({
    '/one.tsx': ['a.open', 'a.title'],
    '/two.tsx': ['a.title', 'b.title', 'c.small'],
    '/dialog.tsx': ['a.open', 'd.title'],
  })
})

test('a template stands for all that it may become; its room for those that are spoken of', () => {
  const { parts } = plan({
    'main.tsx': "import('./state.tsx'); import('./page.tsx')",
    'state.tsx': `export const text = (t, state) => t(\`d.\${state}\`)`,
    'page.tsx': "import './remove.ts'; const room = 'b'",
    'remove.ts': `export const done = (t, room) => t(\`\${room}.deleted\`); export const path = (at, key) => \`\${at}.\${key}\``,
  })
  expect(parts).toEqual({ '/state.tsx': ['d.hint', 'd.title'], '/page.tsx': ['b.deleted'] })
})

test('the client starts with few of its messages, and every page that is loaded later brings its own', () => {
  const all = messagesByKey(catalogueOf('en'))
  const { first, parts } = planOfClient()
  expect(first.has('login.signIn')).toBe(true)
  expect(first.size).toBeLessThan(all.size / 5)
  const ofDevices = [...parts].find(([path]) => path.endsWith('/pages/devices/devices-page.tsx'))?.[1]
  expect(ofDevices?.has('devices.deleteManyTitle')).toBe(true)
  expect(ofDevices?.has('deviceProfiles.title')).toBe(false)
  // The forms of schemas are in the catalogue of components alone.
  const shown = new Set([...first, ...[...parts.values()].flatMap((part) => [...part])])
  expect([...all.keys()].filter((key) => !shown.has(key) && !key.startsWith('schemaForm.'))).toEqual([])
})
