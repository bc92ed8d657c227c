import { join } from 'node:path'
import { expect, test } from 'vitest'
import { chunkGroups } from './chunk-groups.ts'

const sources = join(import.meta.dirname, '../src')
const at = (path: string) => (path.startsWith('/') ? path : join(sources, path))
const schema = '/packages/model/src/schema.ts'
const iconFile = (name: string) => `/node_modules/lucide-react/dist/icons/${name}.js`
const icon = iconFile('x')
const typebox = '/node_modules/typebox/index.mjs'

/** What imports what, and loads what later. */
function graphOf(modules: Record<string, { imports?: string[]; loads?: string[] }>) {
  const all = new Map(Object.entries(modules).map(([path, module]) => [at(path), module]))
  return {
    getModuleInfo(id: string) {
      const { imports = [], loads = [] } = all.get(id) ?? {}
      const importers = [...all].filter(([, one]) => one.imports?.map(at).includes(id)).map(([path]) => path)
      return { importedIds: imports.map(at), dynamicallyImportedIds: loads.map(at), importers }
    },
  }
}

test('what is needed together comes as one file', () => {
  const pages = [...'abcdefghi'].map((name) => `pages/${name}/${name}-page.tsx`)
  const dashboard = 'pages/dashboards/dashboard-page.tsx'
  const graph = graphOf({
    'main.tsx': {
      imports: ['app/router.tsx'],
      loads: ['locale/en/first.ts'],
    },
    'app/router.tsx': { imports: ['/node_modules/x/x.js'], loads: [...pages, dashboard, 'shell/shell.tsx'] },
    'pages/login/login-page.tsx': { imports: ['ui/button.tsx'] },
    'shell/shell.tsx': { imports: ['ui/button.tsx', 'shell/menu.tsx'] },
    'widgets/widget-registry.ts': { loads: ['widgets/b/one/type.tsx', 'widgets/b/two/type.tsx', 'widgets/c/type.tsx'] },
    'widgets/b/one/type.tsx': { imports: ['widgets/rows.tsx', 'widgets/b.tsx', 'ui/button.tsx'] },
    'widgets/c/type.tsx': { imports: ['widgets/rows.tsx'] },
    'widgets/b/two/type.tsx': { imports: ['widgets/b.tsx', 'widgets/b/two/part.tsx'] },
    [icon]: {},
    [dashboard]: { imports: [icon, 'widgets/widget-registry.ts', 'ui/chart.tsx', 'ui/tabs.tsx', 'ui/button.tsx'] },
    ...Object.fromEntries(pages.map((page) => [page, { imports: ['ui/table.tsx', 'ui/tabs.tsx', schema] }])),
    ...Object.fromEntries(pages.slice(1, 6).map((page) => [page, { imports: ['ui/table.tsx', 'ui/list.tsx'] }])),
    [pages[0] ?? '']: { imports: ['ui/table.tsx', 'ui/own.tsx', icon] },
    [schema]: { imports: [typebox] },
  })
  const groups = chunkGroups(
    new Map([
      [dashboard, ['X']],
      ['pages/a/a-page.tsx', ['X', 'ChartLine', 'Trash2']],
      ['pages/b/b-page.tsx', ['ChartLine']],
      ['widgets/c/type.tsx', ['Trash2']],
    ]),
  )
  const fileOf = (path: string) =>
    groups.map(({ name }) => (typeof name === 'function' ? name(at(path), graph) : null)).find((name) => name !== null)
  expect(['main.tsx', 'app/router.tsx', 'pages/login/login-page.tsx', 'ui/button.tsx'].map(fileOf)).toEqual(
    Array(4).fill('start'),
  )
  expect(fileOf('shell/menu.tsx')).toBe('shell')
  expect(['ui/tabs.tsx', icon].map(fileOf)).toEqual(['shell', 'shell'])
  expect([dashboard, 'ui/chart.tsx'].map(fileOf)).toEqual(['dashboard', 'dashboard'])
  expect(['chart-line', 'trash-2', 'unused'].map((name) => fileOf(iconFile(name)))).toEqual([
    'pages',
    'shell',
    undefined,
  ])
  expect(fileOf('ui/table.tsx')).toBe('pages')
  expect(fileOf('ui/list.tsx')).toBe('lists')
  // Types of widgets and what one bundle shares stand alone, what several bundles need does not.
  expect(['widgets/b/one/type.tsx', 'widgets/b/two/part.tsx', 'widgets/b.tsx'].map(fileOf)).toEqual(
    Array(3).fill(undefined),
  )
  expect(fileOf('widgets/rows.tsx')).toBe('dashboard')
  // These come with who needs them.
  expect(['/node_modules/x/x.js', 'ui/own.tsx', schema, pages[0] ?? ''].map(fileOf)).toEqual(Array(4).fill(undefined))
})
