/**
 * Which modules are sent as one file. What is always needed together comes together: dozens of small files cost more in
 * headers than they hold, and compress worse.
 */

import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const sources = join(import.meta.dirname, '../src')

interface Graph {
  getModuleInfo(id: string): {
    readonly importedIds: readonly string[]
    readonly dynamicallyImportedIds: readonly string[]
    readonly importers: readonly string[]
  } | null
}

const entry = 'main.tsx'
const signIn = ['pages/login/login-frame.tsx', 'pages/login/login-page.tsx']
const shell = ['shell/shell.tsx']
/** The page, and what its toolbar loads at once. */
const dashboards = ['pages/dashboards/dashboard-page.tsx', 'entities/dashboard-select.tsx']
/** The first page of most users. */
const home = ['pages/home/home-page.tsx', 'pages/home/tenant-overview.tsx', 'pages/home/customer-overview.tsx']
/** Loads each type of widget when a dashboard has it. */
const widgetTypes = 'widgets/widget-registry.ts'
/** What as many pages share comes as one file with the first of them. */
const pagesMin = 9
/** What fewer pages share, such as those with lists of devices and assets, is a file of its own. */
const listsMin = 5

const sharedPackages = /\/node_modules\/(lucide-react|@tanstack)\//
/** Packages, and what only gathers others, come with those who use them. */
const isLeft = (id: string) => /\/node_modules\/|\/client\/src\/index\.ts$/.test(id)

/** By importance: what a group needs and no group before it holds comes with it. */
const names = ['start', 'shell', 'dashboard', 'pages', 'lists'] as const
type Name = (typeof names)[number]

/** Files that sign-in and a dashboard load, apart from those of less common widgets. */
export const firstFiles: ReadonlySet<string> = new Set(['start', 'shell', 'dashboard', 'time-chart'])

/** For rolldown's `codeSplitting`. `importsOfIcons`: names of the icons that each module imports. */
export function chunkGroups(importsOfIcons = readImportsOfIcons()) {
  let nameOf: ReadonlyMap<string, Name> | undefined
  let iconUsers: ReadonlyMap<string, IconUsers> | undefined
  return names.map((name, at) => ({
    name(id: string, graph: Graph) {
      nameOf ??= namesOf(graph)
      iconUsers ??= iconUsersOf(importsOfIcons, nameOf)
      return (nameOf.get(id) ?? packageGroup(id, graph, iconUsers)) === name ? name : null
    },
    debugName: name,
    priority: names.length - at,
  }))
}

/**
 * Of packages, what more than one module loads comes with the shell: dashboards would take it for themselves. Icons come
 * with the pages if neither sign-in, shell, dashboards nor widgets have them.
 */
function packageGroup(id: string, graph: Graph, iconUsers: ReadonlyMap<string, IconUsers>): Name | null {
  if (!sharedPackages.test(id)) return null
  const icon = /\/lucide-react\/.*\/icons\/([\w-]+)\./.exec(id)?.[1]
  const users = icon === undefined ? undefined : iconUsers.get(iconName(icon))
  if (users) return users.isEarly ? 'shell' : users.count > 1 ? 'pages' : null
  return (graph.getModuleInfo(id)?.importers.length ?? 0) > 1 ? 'shell' : null
}

interface IconUsers {
  count: number
  isEarly: boolean
}

/** `chart-no-axes` → `ChartNoAxes` */
const iconName = (file: string) => file.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase())

function iconUsersOf(
  imports: ReadonlyMap<string, readonly string[]>,
  nameOf: ReadonlyMap<string, Name>,
): ReadonlyMap<string, IconUsers> {
  const found = new Map<string, IconUsers>()
  for (const [path, icons] of imports) {
    const name = nameOf.get(join(sources, path))
    const isEarly =
      path.startsWith('widgets/') || (name !== undefined && ['start', 'shell', 'dashboard'].includes(name))
    for (const icon of icons) {
      const users = found.get(icon) ?? { count: 0, isEarly: false }
      found.set(icon, { count: users.count + 1, isEarly: users.isEarly || isEarly })
    }
  }
  return found
}

/** Read from the sources, because the bundler only knows which modules load the package. */
function readImportsOfIcons(): ReadonlyMap<string, readonly string[]> {
  const paths = globSync('**/*.tsx', { cwd: sources }).filter((path) => !/\.(test|story)\.tsx$/.test(path))
  return new Map(
    paths.map((path) => {
      const text = readFileSync(join(sources, path), 'utf8')
      const names = /import \{([^}]*)\} from 'lucide-react'/.exec(text)?.[1] ?? ''
      return [path, names.split(',').map((one) => one.trim().split(' ')[0] ?? '')]
    }),
  )
}

/** The file of each module that does not simply come with who needs it. */
function namesOf(graph: Graph): ReadonlyMap<string, Name> {
  const loadedWith = (paths: readonly string[]): Set<string> => {
    const all = new Set<string>()
    const waiting = paths.map((path) => join(sources, path))
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (all.has(id) || isLeft(id)) continue
      const imports = graph.getModuleInfo(id)?.importedIds ?? []
      // Schemas, which most pages do without.
      if (imports.some((one) => one.includes('/node_modules/typebox/'))) continue
      all.add(id)
      waiting.push(...imports)
    }
    return all
  }
  const given = new Map<string, Name>()
  const give = (ids: Iterable<string>, name: Name) => {
    for (const id of ids) if (!given.has(id)) given.set(id, name)
  }
  give(loadedWith([entry, ...signIn]), 'start')
  give(loadedWith(shell), 'shell')

  const counts = new Map<string, number>()
  for (const page of pagesOf(graph, loadedWith([entry]))) {
    for (const id of loadedWith([page])) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  const usedBy = (id: string) => counts.get(id) ?? 0
  const ofDashboards = [...loadedWith(dashboards)]
  // A type of widget is a file of its own, and what the types of a bundle share is another one; what several bundles
  // need comes with dashboards. What pages need too comes with the shell.
  const bundles = bundlesOf(graph)
  const ofTypes = bundles.flat().flatMap((type) => [...loadedWith([type])])
  const ofBundles = bundles.flatMap((types) => [...loadedWith(types)])
  give(
    [...ofDashboards, ...repeated(ofTypes)].filter((id) => usedBy(id) > 0),
    'shell',
  )
  give([...ofDashboards, ...repeated(ofBundles)], 'dashboard')
  give(
    [...counts.keys()].filter((id) => usedBy(id) >= pagesMin),
    'pages',
  )
  // Most users begin there.
  give(loadedWith(home), 'pages')
  give(
    [...counts.keys()].filter((id) => usedBy(id) >= listsMin),
    'lists',
  )
  return given
}

/** Files of widget types by their bundle: `cards` for `widgets/cards/simple-card/type.tsx`. */
function bundlesOf(graph: Graph): string[][] {
  const types = graph.getModuleInfo(join(sources, widgetTypes))?.dynamicallyImportedIds ?? []
  const paths = types.map((id) => relative(sources, id))
  return [...Map.groupBy(paths, (path) => path.split('/')[1]).values()]
}

/** Items that occur more than once. */
const repeated = (items: readonly string[]): string[] => items.filter((item, index) => items.indexOf(item) < index)

/** What is loaded when it is gone to, but for sign-in and dashboards. */
function pagesOf(graph: Graph, start: Iterable<string>): string[] {
  const targets = [...start].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
  const known = [...signIn, ...dashboards]
  return [...new Set(targets)]
    .filter((id) => id.startsWith(`${sources}/pages/`))
    .map((id) => id.slice(sources.length + 1))
    .filter((path) => !known.includes(path))
}
