import { readEntitiesHierarchy } from '@sonde/model/widgets/cards/entities-hierarchy'
import { expect, test } from 'vitest'
import { createCallMemo } from '../../../dashboards/call-memo.ts'
import type { EntityRow, EntityRowsState } from '../../../dashboards/widget-api.ts'
import { createRunner } from '../../../sandbox/function-runner.ts'
import { childrenMax, type HierarchyNode, hierarchyOf, nodesMax, openedMax } from './hierarchy-tree.ts'
import { nodeFunctions } from './node-functions.ts'

const rowOf = (name: string, entityType: 'ASSET' | 'DEVICE' = 'DEVICE'): EntityRow => ({
  entity: { id: { entityType, id: name }, name, label: '' },
  value: () => undefined,
})

const pageOf = (names: readonly string[], total = names.length): EntityRowsState => ({
  kind: 'ready',
  isRefreshing: false,
  rows: names.map((name) => rowOf(name, name.startsWith('Site') ? 'ASSET' : 'DEVICE')),
  from: 0,
  total,
  decimals: () => 0,
})

/** Runs functions as the sandbox does. */
function memoWithRunner() {
  const tasks: { readonly setting: string; readonly count: number }[] = []
  const memo = createCallMemo(
    ({ setting, argNames, body }, task) => {
      if (task.kind === 'each') tasks.push({ setting, count: task.calls.length })
      return new Promise((resolve) => {
        const run = createRunner((message) => message.kind === 'done' && resolve(message.results.values))
        run({ kind: 'define', fn: 0, text: { argNames, body } })
        run({ kind: 'run', batch: 0, tasks: [{ fn: 0, task: structuredClone(task) }] })
      })
    },
    () => {},
  )
  return { memo, tasks }
}

function treeOf(
  pages: Readonly<Record<string, EntityRowsState>>,
  settings: object = {},
  toggled: ReadonlyMap<string, boolean> = new Map(),
) {
  const { memo, tasks } = memoWithRunner()
  const functions = nodeFunctions(readEntitiesHierarchy({ ...settings }).values, memo)
  const draw = () =>
    hierarchyOf({
      roots: [{ path: 'root', datasourceIndex: 0 }],
      functions,
      pageOf: (path) => pages[path],
      dataOf: (row) => ({ length: row.entity.name.length }),
      toggled,
    })
  /** Draws until no function waits. */
  const settle = async () => {
    for (let round = 0; round < 5; round++) {
      draw()
      memo.flush()
      await Promise.resolve()
      await Promise.resolve()
    }
    return draw()
  }
  return { draw, settle, tasks }
}

const namesIn = (nodes: readonly HierarchyNode[] | 'load' | undefined): unknown =>
  Array.isArray(nodes)
    ? (nodes as readonly HierarchyNode[]).map(({ label, children }) =>
        children ? [label, namesIn(children as readonly HierarchyNode[])] : label,
      )
    : nodes

test('without functions, what an entity contains is open up to level 4, sorted by type and name', () => {
  const { nodes, wanted, open } = treeOf({
    root: pageOf(['Site B', 'Pump', 'Site A']),
    'root Site A': pageOf([]),
    'root Pump': pageOf(['c', 'b']),
    'root Pump b': pageOf(['d']),
    'root Pump b d': pageOf(['e']),
    'root Pump b d e': pageOf(['f']),
  }).draw()
  expect(namesIn(nodes)).toEqual([
    'Site A',
    ['Site B', 'load'],
    [
      'Pump',
      [
        ['b', [['d', [['e', [['f', 'load']]]]]]],
        ['c', 'load'],
      ],
    ],
  ])
  expect(open.has('root Pump b d e')).toBe(true)
  expect(open.has('root Pump b d e f')).toBe(false)
  expect(wanted.find(({ path }) => path === 'root Site B')?.filter).toEqual({
    type: 'relationsQuery',
    rootEntity: { entityType: 'ASSET', id: 'Site B' },
    direction: 'FROM',
    maxLevel: 1,
    filters: [{ relationType: 'Contains', entityTypes: [] }],
  })
})

test('an entity below itself is shown once more and can’t be opened', () => {
  const { nodes } = treeOf({ root: pageOf(['a']), 'root a': pageOf(['b']), 'root a b': pageOf(['a']) }).draw()
  const again = (nodes[0]?.children?.[0] as HierarchyNode | undefined)?.children?.[0] as HierarchyNode | undefined
  expect([again?.label, again?.isLoop, again?.children]).toEqual(['a', true, undefined])
})

test('levels are bounded and say how many nodes are missing; few branches open alone', () => {
  const many = Array.from({ length: childrenMax }, (_, index) => `n${String(index).padStart(3, '0')}`)
  const pages: Record<string, EntityRowsState> = { root: pageOf(many, childrenMax + 7) }
  const before = treeOf(pages).draw()
  expect([before.more, before.wanted.length]).toEqual([7, openedMax])
  for (const name of many.slice(0, 3)) pages[`root ${name}`] = pageOf(many.map((one) => `${name} ${one}`))
  const { nodes } = treeOf(pages).draw()
  const counts = nodes.slice(0, 3).map(({ children, more }) => [children?.length, more])
  expect(counts).toEqual([
    [childrenMax, 0],
    [nodesMax - 2 * childrenMax, 3 * childrenMax - nodesMax],
    [0, childrenMax],
  ])
})

test('functions of the settings decide, one task for all nodes', async () => {
  const { settle, tasks } = treeOf(
    { root: pageOf(['aa', 'b', 'ccc']), 'root b': pageOf(['x']) },
    {
      nodeRelationQueryFunction: `return nodeCtx.entity.name === 'b'
        ? { parameters: { rootId: 'other', rootType: 'ASSET', direction: 'TO', maxLevel: 2 }, filters: [] } : null`,
      nodeHasChildrenFunction: 'return nodeCtx.entity.name !== "aa"',
      nodeOpenedFunction: 'return nodeCtx.level === 1',
      nodeDisabledFunction: 'return nodeCtx.data.length > 2',
      nodeIconFunction: 'return nodeCtx.entity.name === "b" ? { materialIcon: "home" } : "default"',
      nodeTextFunction: 'return "<b>" + nodeCtx.entity.name + "</b> &"',
      nodesSortFunction: 'return nodeCtx2.data.length - nodeCtx1.data.length // longest first',
    },
  )
  const { nodes, wanted } = await settle()
  expect(nodes.map(({ label, isDisabled, symbol }) => [label, isDisabled, symbol.of])).toEqual([
    ['ccc &', true, 'kind'],
    ['aa &', false, 'kind'],
    ['b &', false, 'name'],
  ])
  expect(wanted.map(({ filter }) => filter.type === 'relationsQuery' && filter.rootEntity?.id)).toEqual(['other'])
  expect(nodes.map(({ children }) => children && (children === 'load' ? children : children.length))).toEqual([
    undefined,
    undefined,
    1,
  ])
  expect(tasks.filter(({ setting }) => setting === 'nodeTextFunction')).toEqual([
    { setting: 'nodeTextFunction', count: 4 },
  ])
})

test('functions that fail or return nonsense leave the usual behavior', async () => {
  const { nodes, wanted } = await treeOf(
    { root: pageOf(['b', 'a']) },
    {
      nodeTextFunction: 'throw new Error("no")',
      nodesSortFunction: 'return {',
      nodeIconFunction: 'return 5',
      nodeRelationQueryFunction: 'return { parameters: { rootId: 1, rootType: "NOTHING" } }',
    },
  ).settle()
  expect(nodes.map(({ label, symbol }) => [label, symbol.of])).toEqual([
    ['a', 'none'],
    ['b', 'none'],
  ])
  expect(wanted).toEqual([])
})
