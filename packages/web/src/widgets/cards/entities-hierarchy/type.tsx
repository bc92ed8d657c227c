/** Widget type `cards.entities_hierarchy`: entities and what their relations lead to, as a tree. */

import './entities-hierarchy.css'
import { functionValue } from '@sonde/model/dashboards/series-column'
import type { EntityKey } from '@sonde/model/entity-query/entity-query'
import { readEntitiesHierarchy } from '@sonde/model/widgets/cards/entities-hierarchy'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import {
  createEntityRows,
  type EntityRow,
  entityKeyOf,
  NamedIcon,
  type RowsQuery,
  UnresolvedAlias,
  useCallMemo,
  useSourceList,
  useWidgetActions,
  type WidgetProps,
  widgetType,
} from '../../../dashboards/widget-api.ts'
import { EntityKindIcon } from '../../../entities/entity-kind.tsx'
import { useText } from '../../../locale/use-text.tsx'
import { useClient } from '../../../session/use-session.tsx'
import { SearchField } from '../../../ui/entity-table/search-field.tsx'
import { failureText } from '../../../ui/states/failure-text.ts'
import { EmptyState, ErrorState, NoMatchState, Skeleton } from '../../../ui/states/states.tsx'
import { matchingNodes, rowsOf, type TreeNode, waysTo } from '../../../ui/tree/tree-nodes.ts'
import { type TreeNote, TreeRows } from '../../../ui/tree/tree-rows.tsx'
import { FunctionContent } from '../../function-cell.tsx'
import { useTableFunctions } from '../../table-functions.ts'
import { createHierarchyPages } from './hierarchy-pages.ts'
import { childrenMax, type HierarchyNode, hierarchyOf } from './hierarchy-tree.ts'
import { nodeFunctionNames, nodeFunctions } from './node-functions.ts'

const byName = { key: { type: 'ENTITY_FIELD', key: 'name' }, direction: 'ASC' } as const
const pageLink: RowsQuery['pageLink'] = { page: 0, pageSize: childrenMax, dynamic: true, sortOrder: byName }
const skeletonWidths = [120, 160, 140]

function EntitiesHierarchy({ widget, isStale, isSeen }: WidgetProps) {
  const t = useText()
  const { live } = useClient()
  const { config } = widget
  const [search, setSearch] = useState('')
  const [selected, setSelected] = useState<string | null>(null)
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [pages] = useState(() => createHierarchyPages((query) => createEntityRows(live, query)))
  useSyncExternalStore(pages.subscribe, pages.version)
  useEffect(() => pages.setVisible(isSeen), [pages, isSeen])
  useEffect(() => () => pages.close(), [pages])

  const memo = useCallMemo(widget.id)
  const functions = useMemo(() => nodeFunctions(readEntitiesHierarchy(config.settings).values, memo), [config, memo])
  const processing = useTableFunctions(widget, 'entity')
  const keys = useMemo(
    () =>
      config.datasources.map(({ dataKeys }) =>
        dataKeys.flatMap((dataKey) => {
          const key = entityKeyOf(dataKey)
          return key ? [{ dataKey, key }] : []
        }),
      ),
    [config],
  )
  const dataOf = useCallback(
    ({ entity, value }: EntityRow, datasourceIndex: number) =>
      Object.fromEntries(
        (keys[datasourceIndex] ?? []).flatMap(({ dataKey, key }) => {
          const found = value(key)
          if (!found) return []
          const text = processing.processed(dataKey, entity.id.id, found)
          return [[dataKey.label, functionValue(text)]]
        }),
      ),
    [keys, processing],
  )

  const sources = useSourceList(config.datasources)
  const roots = sources.map((_, datasourceIndex) => ({ path: `root ${datasourceIndex}`, datasourceIndex }))
  const tree = hierarchyOf({ roots, functions, pageOf: pages.get, dataOf, toggled })
  const wanted = [
    ...sources.flatMap((source, index) =>
      source.kind === 'resolved'
        ? [{ path: `root ${index}`, query: queryOf(source.filter, source.keyFilters, index) }]
        : [],
    ),
    ...tree.wanted.map(({ path, filter, datasourceIndex }) => ({ path, query: queryOf(filter, [], datasourceIndex) })),
  ]
  useEffect(() => pages.want(wanted))

  function queryOf(
    filter: RowsQuery['filter'],
    keyFilters: RowsQuery['keyFilters'],
    datasourceIndex: number,
  ): RowsQuery {
    const own: EntityKey[] = (keys[datasourceIndex] ?? []).map(({ key }) => key)
    return { filter, keyFilters, keys: own, pageLink }
  }

  const actions = useWidgetActions(widget)
  const first = tree.nodes[0]?.context.entity ?? null
  useEffect(() => actions.setFirstEntity(first), [actions, first])

  const byId = useMemo(() => new Map<string, HierarchyNode>(), [])
  const shown = matchingNodes(tree.nodes, search)
  const rows = rowsOf(shown, new Set([...tree.open, ...waysTo(tree.nodes, search)]))
  byId.clear()
  for (const { node } of rows) byId.set(node.id, node as HierarchyNode)

  return (
    <div className="hierarchy" data-stale={isStale || undefined}>
      <SearchField label={t('widgets.search')} value={search} onChange={setSearch} />
      {body()}
    </div>
  )

  function body() {
    const states = roots.map(({ path }) => pages.get(path))
    const failedRoot = roots.find((_, index) => isFailed(states[index]))
    const failed = sources.find((source) => source.kind === 'failed')
    if (failed?.kind === 'failed')
      return <ErrorState isSmall title={t('dashboards.widgetFailed')} error={failed.error} />
    if (failedRoot && tree.nodes.length === 0) {
      const state = pages.get(failedRoot.path)
      return (
        <ErrorState
          isSmall
          title={t('dashboards.widgetFailed')}
          error={typeof state === 'object' && state.kind === 'failed' ? state.error : null}
          onRetry={() => pages.retry(failedRoot.path)}
        />
      )
    }
    const unresolved = sources.find((source) => source.kind === 'unresolved')
    if (tree.nodes.length === 0 && (unresolved || sources.length === 0)) {
      return <UnresolvedAlias name={unresolved?.kind === 'unresolved' ? unresolved.aliasName : ''} />
    }
    if (tree.nodes.length === 0) {
      return states.every((state) => typeof state === 'object' && state.kind === 'ready') ? (
        <EmptyState title={t('widgets.noEntities')} text={t('widgets.noEntitiesText')} />
      ) : (
        <div className="widget-loading">
          {skeletonWidths.map((width) => (
            <Skeleton key={width} width={width} height={14} />
          ))}
        </div>
      )
    }
    if (rows.length === 0) {
      return (
        <NoMatchState
          title={t('widgets.noMatch', { search })}
          text={t('widgets.hierarchySearched')}
          onClear={() => setSearch('')}
        />
      )
    }
    return (
      <div className="hierarchy-tree">
        <TreeRows
          label={t('widgets.hierarchyOf', { title: config.title })}
          rows={rows}
          value={selected}
          onChange={choose}
          onToggle={({ node }, isOpen) => {
            setToggled((before) => new Map(before).set(node.id, isOpen))
            // Opening a node again that failed tries again.
            if (isOpen && isFailed(pages.get(node.id))) pages.retry(node.id)
          }}
          noteOf={({ node, isOpen }) => noteOf(byId.get(node.id), isOpen)}
          icon={(node) => <NodeSymbol node={byId.get(node.id)} />}
          content={(node) => <FunctionContent content={byId.get(node.id)?.text ?? null}>{node.label}</FunctionContent>}
        />
        {tree.more > 0 && <p className="hierarchy-note">{t('widgets.hierarchyMore', { count: tree.more })}</p>}
      </div>
    )
  }

  function choose({ id }: TreeNode, anchor: Element | null) {
    const node = byId.get(id)
    if (!node) return
    setSelected(id)
    const { context } = node
    actions.setActiveEntity(context.entity)
    const [action] = actions.of('nodeSelected')
    actions.run(action, { entity: context.entity, anchor, additionalParams: { nodeCtx: context } })
  }

  function noteOf(node: HierarchyNode | undefined, isOpen: boolean): TreeNote | null {
    if (!node) return null
    const { branch, isLoop, more, id } = node
    if (isLoop) return { kind: 'plain', content: t('widgets.hierarchyLoop') }
    if (!isOpen) return null
    if (branch === 'loading') return { kind: 'loading', content: t('widgets.hierarchyLoading') }
    if (branch === 'tooMany') return { kind: 'failed', content: t('widgets.hierarchyTooMany') }
    if (branch instanceof Error) {
      return {
        kind: 'failed',
        content: (
          <>
            {failureText(branch)}{' '}
            <button
              type="button"
              onClick={(event) => {
                event.stopPropagation()
                pages.retry(id)
              }}
            >
              {t('ui.retryNow')}
            </button>
          </>
        ),
      }
    }
    return more > 0 ? { kind: 'plain', content: t('widgets.hierarchyMore', { count: more }) } : null
  }
}

const isFailed = (state: ReturnType<ReturnType<typeof createHierarchyPages>['get']>): boolean =>
  typeof state === 'object' && state.kind === 'failed'

function NodeSymbol({ node }: { node: HierarchyNode | undefined }) {
  if (!node || node.symbol.of === 'none') return null
  const { symbol, context } = node
  return (
    <span className="hierarchy-icon">
      {symbol.of === 'url' ? (
        <img src={symbol.url} alt="" />
      ) : symbol.of === 'name' ? (
        <NamedIcon name={symbol.name} size={18} />
      ) : (
        <EntityKindIcon entityType={context.entity.id.entityType} />
      )}
    </span>
  )
}

export default widgetType(EntitiesHierarchy, {
  requests: () => [],
  settings: ({ config }) => readEntitiesHierarchy(config.settings),
  ownsStates: true,
  hasTable: false,
  runs: [...nodeFunctionNames],
  actionSources: ['nodeSelected'],
})
