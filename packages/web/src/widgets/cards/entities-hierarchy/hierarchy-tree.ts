/** Nodes of a hierarchy from the pages of children that are loaded, and the pages that are still needed. */

import type { EntityFilter } from '@sonde/model/entity-query/entity-filters'
import type { EntityRow, EntityRowsState } from '../../../dashboards/widget-api.ts'
import type { TreeNode } from '../../../ui/tree/tree-nodes.ts'
import type { NodeContext, NodeFunctions, NodeIcon } from './node-functions.ts'

/** Maximum number of children of a node. */
export const childrenMax = 500
/** Maximum number of nodes, over all levels. Results of functions are kept for more places than that. */
export const nodesMax = 1500
/** Maximum number of nodes that are open without a click. */
export const openedMax = 60

/** State of a node's children. `tooMany`: there are more open nodes than can be live. */
export type BranchState = 'closed' | 'loading' | 'ready' | 'tooMany' | Error

export interface HierarchyNode extends TreeNode {
  readonly context: NodeContext
  /** HTML or text; `label` has it without markup. */
  readonly text: string
  readonly symbol: NodeIcon
  readonly branch: BranchState
  /** Children that aren't shown, because there are too many. */
  readonly more: number
  /** The entity is also one of those above it, so it can't be opened. */
  readonly isLoop: boolean
}

export interface WantedPage {
  readonly path: string
  readonly filter: EntityFilter
  readonly datasourceIndex: number
}

export interface HierarchyParts {
  readonly roots: readonly { readonly path: string; readonly datasourceIndex: number }[]
  readonly functions: NodeFunctions
  /** Undefined: not requested; `full`: not possible. */
  readonly pageOf: (path: string) => EntityRowsState | 'full' | undefined
  /** Values of an entity by the labels of the keys. */
  readonly dataOf: (row: EntityRow, datasourceIndex: number) => NodeContext['data']
  /** What the user opened and closed, by path. */
  readonly toggled: ReadonlyMap<string, boolean>
}

export interface Hierarchy {
  readonly nodes: readonly HierarchyNode[]
  readonly open: ReadonlySet<string>
  readonly wanted: readonly WantedPage[]
  /** Roots that aren't shown. */
  readonly more: number
}

interface Level {
  readonly path: string
  readonly datasourceIndex: number
  readonly parent: (NodeContext & object) | null
  /** IDs of the entities above. */
  readonly above: ReadonlySet<string>
  readonly rows: readonly EntityRow[]
  readonly total: number
  readonly into: HierarchyNode[]
  readonly onMore: (count: number) => void
}

type Writable<Type> = { -readonly [Key in keyof Type]: Type[Key] }

/** Level by level, so that the bounds cut off the deepest nodes. */
export function hierarchyOf({ roots, functions, pageOf, dataOf, toggled }: HierarchyParts): Hierarchy {
  const nodes: HierarchyNode[] = []
  const open = new Set<string>()
  const wanted: WantedPage[] = []
  let count = 0
  let opened = 0
  let more = 0

  const levels: Level[] = roots.flatMap(({ path, datasourceIndex }) => {
    const page = pageOf(path)
    if (typeof page !== 'object' || page.kind !== 'ready') return []
    const onMore = (missing: number) => {
      more += missing
    }
    return [{ ...page, path, datasourceIndex, parent: null, above: new Set<string>(), into: nodes, onMore }]
  })
  // The list grows while it is read.
  for (const level of levels) addLevel(level)
  return { nodes, open, wanted, more }

  function addLevel({ path: parentPath, datasourceIndex, parent, above, rows, total, into, onMore }: Level): void {
    const found = rows.slice(0, Math.max(0, nodesMax - count)).map((row) => {
      const path = `${parentPath} ${row.entity.id.id}`
      const { id, name, label } = row.entity
      const page = pageOf(path)
      const context: NodeContext = {
        parentNodeCtx: parent,
        entity: { id, name, label },
        level: parent ? parent.level + 1 : 1,
        data: dataOf(row, datasourceIndex),
        childrenNodesLoaded: typeof page === 'object' && page.kind === 'ready',
      }
      return { path, page, context }
    })
    count += found.length
    if (total > found.length) onMore(total - found.length)
    for (const one of functions.sorted(parentPath, found)) into.push(nodeOf(one, above, datasourceIndex))
  }

  function nodeOf(
    { path, page, context }: { path: string; page: ReturnType<HierarchyParts['pageOf']>; context: NodeContext },
    above: ReadonlySet<string>,
    datasourceIndex: number,
  ): HierarchyNode {
    const { id } = context.entity.id
    const isLoop = above.has(id)
    const isEmpty = typeof page === 'object' && page.kind === 'ready' && page.rows.length === 0
    const canOpen = !isLoop && functions.hasChildren(path, context)
    const isOpen = canOpen && isOpenAt(path, page !== undefined, context)
    const text = functions.text(path, context)
    const node: Writable<HierarchyNode> = {
      id: path,
      label: plainText(text),
      text,
      symbol: functions.icon(path, context),
      isDisabled: functions.isDisabled(path, context),
      context,
      branch: 'closed',
      more: 0,
      isLoop,
    }
    const filter = isOpen ? functions.children(path, context) : null
    if (filter !== null && filter !== 'pending') wanted.push({ path, filter, datasourceIndex })
    if (!canOpen || (isOpen && filter === null)) return node
    if (isOpen) node.branch = branchOf(page)
    if (typeof page === 'object' && page.kind === 'ready') {
      // An empty node stays wanted: what it gets later is shown.
      if (isEmpty) return node
      const children: HierarchyNode[] = []
      node.children = children
      levels.push({
        ...page,
        path,
        datasourceIndex,
        parent: context,
        above: new Set([...above, id]),
        into: children,
        onMore: (missing) => {
          node.more = missing
        },
      })
    } else node.children = 'load'
    if (isOpen) open.add(path)
    return node
  }

  function isOpenAt(path: string, wasOpened: boolean, context: NodeContext): boolean {
    const chosen = toggled.get(path)
    if (chosen !== undefined) return chosen
    if (!functions.opens(path, context)) return false
    opened++
    // What was opened stays open when nodes above it arrive later.
    return wasOpened || opened <= openedMax
  }
}

function branchOf(page: EntityRowsState | 'full' | undefined): BranchState {
  if (page === undefined) return 'loading'
  if (page === 'full') return 'tooMany'
  return page.kind === 'failed' ? page.error : page.kind
}

const plainText = (text: string): string =>
  /[<&]/.test(text)
    ? text
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
    : text
