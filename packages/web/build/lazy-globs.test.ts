import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasLazyGlob, withLazyGlobs } from './lazy-globs.ts'
import { planOfClient } from './split-texts.ts'

const sources = join(import.meta.dirname, '../src')

test('a glob becomes the imports of the files that it finds; another one is left alone', () => {
  const source = "const files = import.meta.glob<Type>('./lazy-globs.t*', { import: 'default' })"
  expect(hasLazyGlob(source)).toBe(true)
  expect(withLazyGlobs(import.meta.filename, source)).toBe(
    'const files = { "./lazy-globs.test.ts": () => import("./lazy-globs.test.ts").then((module) => module.default),' +
      ' "./lazy-globs.ts": () => import("./lazy-globs.ts").then((module) => module.default) }',
  )
  const eager = "import.meta.glob('./*.json', { eager: true, import: 'default' })"
  expect([hasLazyGlob(eager), withLazyGlobs(import.meta.filename, eager)]).toEqual([false, eager])
})

test('messages of widgets come with dashboards or with the widget', () => {
  const { first, parts } = planOfClient()
  const around = ['pages/dashboards/dashboard-page.tsx', 'widgets/cards/simple-card/type.tsx']
  const there = around.flatMap((path) => [...(parts.get(join(sources, path)) ?? [])])
  expect(first.has('widgets.trendUp')).toBe(false)
  expect(there).toContain('widgets.trendUp')
})
