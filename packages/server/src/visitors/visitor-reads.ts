/**
 * Read permissions of visitors: of a public entity, visitors can read what the public dashboards with this entity
 * request, including the keys of filters and labels.
 *
 * The dashboards are read when a visitor connects, and again after one of them has changed. The entities of an alias
 * are resolved like in the alias query: by id, type and name, or by relations. If an alias takes the entity from the
 * dashboard state, which is part of a URL that anyone can edit, it can be any public entity.
 */

import { createHash } from 'node:crypto'
import {
  type AskedAlarms,
  type DashboardQuestion,
  type DashboardQuestions,
  dashboardQuestions,
} from '@sonde/model/dashboards/dashboard-questions'
import { type AliasContext, resolveAlias } from '@sonde/model/dashboards/entity-aliases'
import { normalizeConfiguration } from '@sonde/model/dashboards/normalize-dashboard'
import type { EntityFilter } from '@sonde/model/entity-query/entity-filters'
import type { DynamicValue, EntityKeyType } from '@sonde/model/entity-query/entity-query'
import { dynamicKey } from '@sonde/model/entity-query/key-filters'
import { DomainError } from '@sonde/model/errors'
import type { EntityId, EntityType } from '@sonde/model/ids'
import type { AttributeScope } from '@sonde/model/telemetry/values'
import type { Logger } from 'pino'
import {
  nothingReadable,
  type ReadableValues,
  type ShownRow,
  shownFields,
  type VisitorReads,
  type VisitorView,
} from '../access/readable-values.ts'
import type { Scope } from '../access/scope.ts'
import type { ChangeStream } from '../changes/change-stream.ts'
import type { Clock } from '../clock.ts'
import { createEntityRows } from '../entity-query/entity-rows.ts'
import { selectionsOf } from '../entity-query/entity-selection.ts'
import { requireEntityFilter } from '../entity-query/query-parsing.ts'
import { createResultCache } from '../entity-query/result-cache.ts'
import { newId } from '../ids.ts'
import type { RelationalStore } from '../storage/relational.ts'
import { foldCase } from '../storage/text-search.ts'
import type { Turns } from '../turns/turns.ts'
import { createPublicDashboards } from './public-dashboards-store.ts'

/** Fields that identify an entity. They are readable for every caller who can see the entity. */
const identity: ReadonlySet<string> = new Set([
  'name',
  'label',
  'type',
  'title',
  'createdTime',
  'entityType',
  'parentId',
])

/** Maximum total characters of the cached dashboard queries, over all tenants. */
const keptCharactersMax = 32 * 1024 * 1024
/** Maximum number of entities whose readable values are cached. */
const keptRowsMax = 20_000
/** Minimum interval between two checks for the same visitors, ms. */
const looksApartMs = 1_000

export interface VisitorReadsDeps {
  readonly relational: RelationalStore
  readonly live: Pick<ChangeStream, 'watchAll'>
  readonly clock: Clock
  readonly turns: Pick<Turns, 'run' | 'isOver' | 'next'>
  readonly log: Logger
  /** Visitors of public dashboards read all values of public entities; those with a share link never do. */
  readonly isWhole?: boolean
}

/** Values that are requested of the entities of an alias. */
interface Asked {
  readonly keys: Set<string>
  alarms: AskedAlarms
  description: boolean
}

interface Audience {
  readonly filter: EntityFilter | null
  /** True if the alias uses the dashboard state. */
  readonly usesState: boolean
  /** Entity that the alias has while the state has none; null: none. */
  readonly defaultId: string | null
  readonly asked: Asked
}

interface Questions {
  readonly audiences: readonly Audience[]
  readonly dynamicValues: ReadonlySet<string>
  readonly keys: ReadonlySet<string>
  /** Serialized queries, to compare them. */
  readonly text: string
}

interface Snapshot extends VisitorView {
  /** Change count of the tenant's relations when the snapshot was created. */
  readonly relations: number
  readonly usesRelations: boolean
  readonly fingerprint: string
}

/** Connections of the visitors of one customer. */
interface Watching {
  readonly scope: Scope
  readonly listeners: Set<() => void>
  known: string | null
  isChanged: boolean
  isLooking: boolean
}

const keyName = (type: EntityKeyType, key: string): string => `${type} ${key}`
const attributeTypes: Readonly<Record<AttributeScope, EntityKeyType>> = {
  CLIENT_SCOPE: 'CLIENT_ATTRIBUTE',
  SHARED_SCOPE: 'SHARED_ATTRIBUTE',
  SERVER_SCOPE: 'SERVER_ATTRIBUTE',
}

export function createVisitorReads({
  relational,
  live,
  clock,
  turns,
  log,
  isWhole = false,
}: VisitorReadsDeps): VisitorReads {
  const dashboards = createPublicDashboards(relational)
  const rowsOf = createEntityRows(relational)
  const known = createResultCache<Questions>({
    live,
    weightOf: ({ text }) => 1 + text.length,
    weightMax: keptCharactersMax,
    heaviest: keptCharactersMax / 8,
  })
  const snapshots = new WeakMap<Questions, Snapshot>()
  /** Number of relation changes per tenant whose dashboards use relations. */
  const relations = new Map<string, number>()
  const watching = new Map<string, Watching>()

  live.watchAll({
    change({ entity, tenantId, aspect, kind }) {
      if (entity.entityType === 'TENANT' && kind === 'deleted') relations.delete(entity.id)
      const count = aspect === 'relation' || kind === 'deleted' ? relations.get(tenantId) : undefined
      if (count !== undefined) relations.set(tenantId, count + 1)
      if (count === undefined && entity.entityType !== 'DASHBOARD') return
      for (const one of watching.values()) if (one.scope.tenantId === tenantId) lookAgain(one)
    },
  })

  async function readQuestions(scope: Scope): Promise<Questions> {
    const { tenantId, customerId } = scope
    const all: DashboardQuestions[] = []
    const ids = await dashboards.idsOf(tenantId, customerId)
    for (const id of scope.share ? ids.filter((one) => one === scope.share?.dashboardId) : ids) {
      if (turns.isOver) await turns.next()
      const questions = questionsOf(await dashboards.configurationOf(id), clock.nowMs())
      if (questions) all.push(questions)
    }
    return merged(all, scope)
  }

  async function snapshotOf(scope: Scope): Promise<Snapshot> {
    const { tenantId } = scope
    const questions = await known.of('DASHBOARD', tenantId, `visitors ${watchedAs(scope)}`, () => readQuestions(scope))
    const existing = snapshots.get(questions)
    if (existing && (!existing.usesRelations || existing.relations === relations.get(tenantId))) return existing
    const made = await snapshot(scope, questions)
    snapshots.set(questions, made)
    return made
  }

  async function snapshot(scope: Scope, { audiences, dynamicValues, keys, text }: Questions): Promise<Snapshot> {
    const { tenantId } = scope
    const usesRelations = audiences.some(({ filter, usesState }) => !usesState && filter !== null && isWalk(filter))
    if (usesRelations && !relations.has(tenantId)) relations.set(tenantId, 0)
    const relationsNow = relations.get(tenantId) ?? 0
    const tests: { readonly test: RowTest; readonly asked: Asked }[] = []
    /** Entities that aliases of the dashboard show: what the state contains must be one of them. */
    const shown: RowTest[] = []
    const isShown = ({ entityId, fields }: ShownRow) => shown.some((test) => test(entityId, fields))
    const walked = createHash('sha256')
    for (const { filter, usesState, defaultId, asked } of audiences) {
      if (turns.isOver) await turns.next()
      if (defaultId !== null) shown.push((entity) => entity.id === defaultId)
      if (usesState) {
        // Anyone can write any entity into the state of an address: a share link may not show more because of it.
        const test: RowTest =
          filter || !scope.share ? stateTest(filter) : (entityId, fields) => isShown({ entityId, fields })
        tests.push({ test, asked })
        if (filter) shown.push(test)
      } else if (filter) {
        const found = isWalk(filter) ? await walk(scope, filter) : null
        if (found) for (const id of [...found].sort()) walked.update(id)
        const test = rowTest(filter, found)
        tests.push({ test, asked })
        shown.push(test)
      }
    }
    const bySet = new Map<string, ReadableValues>()
    const byRow = new Map<string, { readonly about: string; readonly readable: ReadableValues }>()

    function ofRow({ entityId, fields }: ShownRow): ReadableValues {
      const about = `${fields.type} ${fields.name}`
      const kept = byRow.get(entityId.id)
      if (kept?.about === about) return kept.readable
      const matching = tests.flatMap(({ test }, at) => (test(entityId, fields) ? [at] : []))
      const set = matching.join(' ')
      const readable = bySet.get(set) ?? readableOf(matching.flatMap((at) => tests[at]?.asked ?? []))
      if (byRow.size >= keptRowsMax) {
        byRow.clear()
        bySet.clear()
      }
      bySet.set(set, readable)
      byRow.set(entityId.id, { about, readable })
      return readable
    }

    async function ofEntities(entities: readonly EntityId[]): Promise<Map<string, ReadableValues>> {
      return new Map((await rowsOf(entities, shownFields)).map((row) => [row.entityId.id, ofRow(row)]))
    }

    return {
      relations: relationsNow,
      usesRelations,
      fingerprint: `${createHash('sha256').update(text).digest('hex')} ${walked.digest('hex')}`,
      ofRow,
      ofEntities,
      isShown: scope.share ? isShown : null,
      mayCompare: (value) => dynamicValues.has(dynamicKey(value)),
      asks: (key) => keys.has(key),
    }
  }

  /** Entities found by the relations. Empty if the relations query is rejected. */
  async function walk(scope: Scope, filter: EntityFilter): Promise<ReadonlySet<string>> {
    try {
      const selections = await selectionsOf(relational, scope, filter)
      return new Set(selections.flatMap(({ ids }) => ids ?? []))
    } catch (error) {
      if (error instanceof DomainError) return new Set()
      throw error
    }
  }

  function lookAgain(one: Watching) {
    one.isChanged = true
    if (one.isLooking) return
    one.isLooking = true
    void turns.run({ tenantId: one.scope.tenantId, userId: one.scope.userId }, () => look(one))
  }

  async function look(one: Watching) {
    try {
      while (one.isChanged && one.listeners.size > 0) {
        one.isChanged = false
        const { fingerprint } = await snapshotOf(one.scope)
        const isFirst = one.known === null && !one.isChanged
        if (!isFirst && one.known !== fingerprint) for (const listener of [...one.listeners]) listener()
        one.known = fingerprint
      }
    } catch (error) {
      // Permissions are unknown: notifies the listeners, which close their connections, so that clients reconnect.
      log.error({ err: error, tenantId: one.scope.tenantId }, 'What visitors can read couldn’t be checked.')
      for (const listener of [...one.listeners]) listener()
    } finally {
      // Debounces subsequent changes.
      setTimeout(() => {
        one.isLooking = false
        if (one.isChanged && one.listeners.size > 0) lookAgain(one)
      }, looksApartMs).unref()
    }
  }

  function watch(scope: Scope, onChange: () => void): () => void {
    if (!isNarrowed(scope)) return () => {}
    const name = watchedAs(scope)
    const one: Watching = watching.get(name) ?? {
      scope,
      listeners: new Set(),
      known: null,
      isChanged: false,
      isLooking: false,
    }
    watching.set(name, one)
    one.listeners.add(onChange)
    if (one.known === null && !one.isLooking) lookAgain(one)
    return () => {
      one.listeners.delete(onChange)
      if (one.listeners.size === 0 && watching.get(name) === one) watching.delete(name)
    }
  }

  const isNarrowed = ({ isPublic, share }: Scope) => share !== undefined || (isPublic && !isWhole)

  return { of: async (scope) => (isNarrowed(scope) ? snapshotOf(scope) : null), watch }
}

/** Visitors with the same view: of a public customer, or with links to the same dashboard of a customer. */
const watchedAs = ({ customerId, share }: Scope): string => (share ? `${customerId} ${share.dashboardId}` : customerId)

/** Null for an invalid dashboard, which grants no read permissions. */
function questionsOf(configuration: string | null, nowMs: number): DashboardQuestions | null {
  try {
    const json: unknown = configuration === null ? null : JSON.parse(configuration)
    return dashboardQuestions(normalizeConfiguration(json, { nowMs, newId: () => newId(nowMs) }))
  } catch {
    return null
  }
}

const alarmRanks: readonly AskedAlarms[] = ['none', 'fields', 'details']

/** Merges the queries of all dashboards by entity. */
function merged(all: readonly DashboardQuestions[], scope: Scope): Questions {
  const audiences = new Map<string, Audience>()
  const keys = new Set<string>()
  const context: AliasContext = {
    authority: 'CUSTOMER_USER',
    tenantId: scope.tenantId,
    customerId: scope.customerId,
    userId: scope.userId,
    stateParams: {},
  }
  for (const question of all.flatMap(({ questions }) => questions)) {
    const about = entitiesOf(question, context)
    if (!about) continue
    const name = JSON.stringify(about)
    const { asked } = audiences.get(name) ?? { asked: { keys: new Set(), alarms: 'none', description: false } }
    audiences.set(name, { ...about, asked })
    for (const { type, key } of question.keys) {
      asked.keys.add(keyName(type, key))
      keys.add(key)
    }
    if (alarmRanks.indexOf(question.alarms) > alarmRanks.indexOf(asked.alarms)) asked.alarms = question.alarms
    asked.description ||= question.description
  }
  const dynamicValues = new Set(all.flatMap((one) => one.dynamicValues.map((value: DynamicValue) => dynamicKey(value))))
  const text = JSON.stringify([
    [...audiences].map(([name, { asked }]) => [name, [...asked.keys].sort(), asked.alarms, asked.description]).sort(),
    [...dynamicValues].sort(),
  ])
  return { audiences: [...audiences.values()], dynamicValues, keys, text }
}

/** Null: the alias has no entities. */
function entitiesOf({ about }: DashboardQuestion, context: AliasContext): Omit<Audience, 'asked'> | null {
  if (!('alias' in about)) {
    return { filter: { type: 'singleEntity', singleEntity: about }, usesState: false, defaultId: null }
  }
  const resolved = resolveAlias(about, context)
  if (resolved.usesState) {
    const { defaultStateEntity: given } = about.filter as {
      readonly defaultStateEntity?: { readonly id?: unknown } | null
    }
    const defaultId = typeof given?.id === 'string' ? given.id.toLowerCase() : null
    return { filter: validFilter(stateFilterOf(about.filter)), usesState: true, defaultId }
  }
  const filter = resolved.kind === 'filter' ? validFilter(resolved.filter) : null
  return filter && { filter, usesState: false, defaultId: null }
}

/**
 * Filter for a relations query that starts at the state's entity: all of its conditions except the root. Null for
 * `stateEntity`, which can be any entity.
 */
function stateFilterOf({ type, ...fields }: { readonly type: string }): EntityFilter | null {
  if (type === 'stateEntity') return null
  const somewhere: EntityId = { entityType: 'DEVICE', id: '13814000-1dd2-11b2-8080-808080808080' }
  return { ...fields, type, rootEntity: somewhere } as unknown as EntityFilter
}

function validFilter(filter: EntityFilter | null): EntityFilter | null {
  try {
    if (filter) requireEntityFilter({ entityFilter: filter })
    return filter
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}

type RowTest = (entity: EntityId, fields: ShownRow['fields']) => boolean

const isWalk = ({ type }: EntityFilter): boolean => type.endsWith('Query')

/** `found` are the entities that the filter's relations lead to. */
function rowTest(filter: EntityFilter, found: ReadonlySet<string> | null): RowTest {
  switch (filter.type) {
    case 'singleEntity': {
      const { entityType, id } = filter.singleEntity
      return (entity) => entity.id === id.toLowerCase() && entity.entityType === entityType
    }
    case 'entityList': {
      const ids = new Set(filter.entityList.map((id) => id.toLowerCase()))
      return (entity) => entity.entityType === filter.entityType && ids.has(entity.id)
    }
    case 'entityType':
      return typeTest(filter.entityType)
    case 'entityName':
      return typeTest(filter.entityType, null, filter.entityNameFilter)
    case 'deviceType':
      return typeTest('DEVICE', [filter.deviceType], filter.deviceNameFilter)
    case 'assetType':
      return typeTest('ASSET', [filter.assetType], filter.assetNameFilter)
    case 'entityViewType':
      return typeTest('ENTITY_VIEW', [filter.entityViewType], filter.entityViewNameFilter)
    case 'edgeType':
      return typeTest('EDGE', [filter.edgeType], filter.edgeNameFilter)
    case 'apiUsageState':
      return typeTest('API_USAGE_STATE')
    default: {
      const test = walkTest(filter)
      return (entity, fields) => found?.has(entity.id) === true && test(entity, fields)
    }
  }
}

/** Any entity that the state can contain, of the types that the relations query returns. */
const stateTest = (filter: EntityFilter | null): RowTest => (filter ? walkTest(filter) : () => true)

function walkTest(filter: EntityFilter): RowTest {
  switch (filter.type) {
    case 'relationsQuery': {
      const rules = (filter.filters ?? []).filter((rule) => rule.relationType || rule.entityTypes?.length)
      const types = rules.map(({ entityTypes }) => entityTypes ?? [])
      if (types.length === 0 || types.some(({ length }) => length === 0)) return () => true
      const named = new Set<EntityType>(types.flat())
      return ({ entityType }) => named.has(entityType)
    }
    case 'deviceSearchQuery':
      return typeTest('DEVICE', filter.deviceTypes)
    case 'assetSearchQuery':
      return typeTest('ASSET', filter.assetTypes)
    case 'entityViewSearchQuery':
      return typeTest('ENTITY_VIEW', filter.entityViewTypes)
    case 'edgeSearchQuery':
      return typeTest('EDGE', filter.edgeTypes)
    default:
      return () => false
  }
}

/** Compares names like the entity query filters. */
function typeTest(entityType: EntityType, subtypes?: readonly string[] | null, name?: string | null): RowTest {
  const prefix = name ? foldCase(name) : ''
  return (entity, fields) =>
    entity.entityType === entityType &&
    (!subtypes?.length || subtypes.includes(String(fields.type))) &&
    (prefix === '' || foldCase(String(fields.name)).startsWith(prefix))
}

function readableOf(asked: readonly Asked[]): ReadableValues {
  if (asked.length === 0) return onlyIdentity
  const has = (name: string) => asked.some(({ keys }) => keys.has(name))
  return {
    may(type, key) {
      if (type === 'ENTITY_FIELD' && identity.has(key)) return true
      if (has(keyName(type, key))) return true
      // Permission for `ATTRIBUTE` (the newest of all scopes) includes each scope.
      return type.endsWith('_ATTRIBUTE') && has(keyName('ATTRIBUTE', key))
    },
    mayAttribute: (scope, key) => has(keyName(attributeTypes[scope], key)) || has(keyName('ATTRIBUTE', key)),
    alarms: alarmRanks[Math.max(...asked.map(({ alarms }) => alarmRanks.indexOf(alarms)))] ?? 'none',
    description: asked.some(({ description }) => description),
  }
}

const onlyIdentity: ReadableValues = {
  ...nothingReadable,
  may: (type, key) => type === 'ENTITY_FIELD' && identity.has(key),
}
