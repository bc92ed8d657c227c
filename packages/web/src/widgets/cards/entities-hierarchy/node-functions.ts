/**
 * What decides about the nodes of a hierarchy: the functions of its settings, which run in the sandbox, or what applies
 * without them. All nodes that wait for a function are one task.
 */

import { isJsonObject, listOf, numberOf, textOf } from '@sonde/model/dashboards/json-parts'
import { doesSomething } from '@sonde/model/dashboards/known-functions'
import type { EntityFilter } from '@sonde/model/entity-query/entity-filters'
import { type EntityId, isEntityType } from '@sonde/model/ids'
import type { readEntitiesHierarchy } from '@sonde/model/widgets/cards/entities-hierarchy'
import type { CallMemo, NamedFunction } from '../../../dashboards/widget-api.ts'

/** A node as functions get it. */
export interface NodeContext {
  readonly parentNodeCtx: NodeContext | null
  readonly entity: { readonly id: EntityId; readonly name: string; readonly label: string }
  /** From 1. */
  readonly level: number
  /** Latest values by the labels of their keys. */
  readonly data: Readonly<Record<string, unknown>>
  readonly childrenNodesLoaded: boolean
}

/** `kind`: icon of the entity's type. */
export type NodeIcon =
  | { readonly of: 'kind' }
  | { readonly of: 'url'; readonly url: string }
  | { readonly of: 'name'; readonly name: string }
  | { readonly of: 'none' }

export interface NodeFunctions {
  /** Which entities the children are; null: none. `pending`: a function decides that, and is running. */
  children(path: string, context: NodeContext): EntityFilter | null | 'pending'
  hasChildren(path: string, context: NodeContext): boolean
  /** Whether the node is open before anybody opened or closed it. */
  opens(path: string, context: NodeContext): boolean
  isDisabled(path: string, context: NodeContext): boolean
  icon(path: string, context: NodeContext): NodeIcon
  /** Text, or HTML that isn't sanitized. */
  text(path: string, context: NodeContext): string
  /** Siblings in their order. `path`: that of their parent. */
  sorted<Node extends { readonly context: NodeContext }>(path: string, nodes: readonly Node[]): readonly Node[]
}

type Settings = ReturnType<typeof readEntitiesHierarchy>['values']

/** Functions that hierarchies run; see `WidgetType.runs`. */
export const nodeFunctionNames = [
  'nodeRelationQueryFunction',
  'nodeHasChildrenFunction',
  'nodeOpenedFunction',
  'nodeDisabledFunction',
  'nodeIconFunction',
  'nodeTextFunction',
  'nodesSortFunction',
] as const satisfies readonly (keyof Settings)[]
type Setting = (typeof nodeFunctionNames)[number]

const levelsOpen = 4

export function nodeFunctions(settings: Settings, memo: CallMemo): NodeFunctions {
  const named = (setting: Setting, argNames: readonly string[], body: string): NamedFunction | null =>
    doesSomething(settings[setting]) ? { setting, of: '', argNames, body } : null
  const ofNode = (setting: Setting) => named(setting, ['nodeCtx'], settings[setting])
  const [query, hasChildren, opened, disabled, icon, text] = nodeFunctionNames.slice(0, -1).map(ofNode)
  const sort = named('nodesSortFunction', ['nodes'], sortBody(settings.nodesSortFunction))

  /** `undefined`: the function failed or there is none; `pending`: its first result is still to come. */
  function result(one: NamedFunction | null | undefined, path: string, input: string, context: NodeContext) {
    if (!one) return undefined
    const done = memo.result(one, path, input, () => [context])
    return done ? done.value : pending
  }
  const live = (one: NamedFunction | null | undefined, path: string, context: NodeContext) =>
    one ? result(one, path, JSON.stringify(context), context) : undefined
  /** Isn't called again when values change: what is open and loaded stays. */
  const once = (one: NamedFunction | null | undefined, path: string, context: NodeContext) =>
    result(one, path, '', context)

  return {
    children(path, context) {
      const found = once(query, path, context)
      if (found === pending) return 'pending'
      return found === undefined || found === 'default' ? containedIn(context) : relationsFilter(found)
    },
    hasChildren(path, context) {
      const found = live(hasChildren, path, context)
      return found === undefined || found === pending || Boolean(found)
    },
    opens(path, context) {
      const found = once(opened, path, context)
      return found === undefined ? context.level <= levelsOpen : found !== pending && Boolean(found)
    },
    isDisabled(path, context) {
      const found = live(disabled, path, context)
      return found !== pending && Boolean(found)
    },
    icon(path, context) {
      const found = live(icon, path, context)
      return found === pending || found === undefined || found === 'default' ? { of: 'kind' } : iconOf(found)
    },
    text(path, context) {
      const found = live(text, path, context)
      return found === pending || found === undefined ? context.entity.name : found === null ? '' : String(found)
    },
    sorted(path, nodes) {
      const usual = nodes.toSorted((a, b) => byTypeAndName(a.context, b.context))
      if (!sort) return usual
      const contexts = usual.map(({ context }) => context)
      const input = JSON.stringify(contexts.map(({ entity, data }) => [entity, data]))
      const order = memo.result(sort, path, input, () => [contexts])?.value
      return inOrder(usual, order) ?? usual
    },
  }
}

const pending = Symbol('pending')

/**
 * The settings have a comparison of two nodes. It is called where it was compiled, as a sort needs many comparisons. The
 * function's text begins in the first line, so that faults name its lines.
 */
const sortBody = (compare: string): string =>
  `const compare = function (nodeCtx1, nodeCtx2) {${compare}
}
return nodes.map((_, index) => index).sort((a, b) => Number(compare(nodes[a], nodes[b])) || 0)`

function inOrder<Node>(nodes: readonly Node[], order: unknown): readonly Node[] | null {
  const indices = listOf(order)
  // The order of the nodes that there were before doesn't fit those that are there now.
  if (indices.length !== nodes.length || new Set(indices).size !== nodes.length) return null
  const sorted = indices.flatMap((index) => (typeof index === 'number' ? (nodes[index] ?? []) : []))
  return sorted.length === nodes.length ? sorted : null
}

const byTypeAndName = ({ entity: a }: NodeContext, { entity: b }: NodeContext): number =>
  a.id.entityType.localeCompare(b.id.entityType) || a.name.localeCompare(b.name)

const containedIn = ({ entity }: NodeContext): EntityFilter => ({
  type: 'relationsQuery',
  rootEntity: entity.id,
  direction: 'FROM',
  maxLevel: 1,
  filters: [{ relationType: 'Contains', entityTypes: [] }],
})

/** Filter of a relations query as functions return it; null: it isn't one, so there are no children. */
function relationsFilter(query: unknown): EntityFilter | null {
  if (!isJsonObject(query) || !isJsonObject(query.parameters)) return null
  const { rootId, rootType, direction, maxLevel, fetchLastLevelOnly } = query.parameters
  const [id, entityType] = [textOf(rootId), textOf(rootType)]
  if (!id || !entityType || !isEntityType(entityType)) return null
  return {
    type: 'relationsQuery',
    rootEntity: { entityType, id },
    direction: direction === 'TO' ? 'TO' : 'FROM',
    maxLevel: Math.round(numberOf(maxLevel) ?? 1),
    fetchLastLevelOnly: fetchLastLevelOnly === true,
    filters: listOf(query.filters).flatMap((filter) =>
      isJsonObject(filter)
        ? [
            {
              relationType: textOf(filter.relationType),
              entityTypes: listOf(filter.entityTypes).filter(
                (type): type is EntityId['entityType'] => typeof type === 'string' && isEntityType(type),
              ),
            },
          ]
        : [],
    ),
  }
}

function iconOf(found: unknown): NodeIcon {
  if (!isJsonObject(found)) return { of: 'none' }
  const [name, url] = [textOf(found.materialIcon), textOf(found.iconUrl)]
  return name ? { of: 'name', name } : url ? { of: 'url', url } : { of: 'none' }
}
