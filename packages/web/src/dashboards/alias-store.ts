/**
 * The aliases of an open dashboard: which filter each stands for now, and which entity where it stands for one.
 *
 * An alias is resolved when a widget needs it. On a change of state only those bound to the state's entity are resolved
 * again; what the user chose in the toolbar lasts for the session.
 */

import type { EntityAlias } from '@sonde/model/dashboards/dashboard-configuration'
import { type AliasContext, aliasQuery, resolveAlias } from '@sonde/model/dashboards/entity-aliases'
import type { EntityFilter } from '@sonde/model/entity-query/entity-filters'
import type { EntityData, EntityDataQuery } from '@sonde/model/entity-query/entity-query'
import { own } from '@sonde/model/own'
import type { PageData } from '@sonde/model/paging'
import { infoOf } from './live-source.ts'
import type { EntityInfo } from './widget-view.ts'

export type AliasState =
  | { readonly kind: 'pending' }
  | { readonly kind: 'unresolved' }
  | { readonly kind: 'failed'; readonly error: Error }
  | {
      readonly kind: 'resolved'
      readonly filter: EntityFilter
      /** What the alias offers to choose from; null when it stands for several at once. */
      readonly offer: EntityFilter | null
      /** The entity that stands for it, once its name is known. */
      readonly entity: EntityInfo | null
    }

export type FindEntities = (query: EntityDataQuery) => Promise<PageData<EntityData>>

export interface AliasStore {
  /** Resolves the alias if nobody did yet. An alias that does not exist is unresolved. */
  get(aliasId: string): AliasState
  nameOf(aliasId: string): string
  /** Of the alias with this name; null when there is none. */
  idOf(aliasName: string): string | null
  /** Another entity for this session. */
  choose(aliasId: string, entity: EntityInfo): void
  setContext(context: AliasContext): void
  /** Everything again: `reload` of the address, or a retry. */
  reload(): void
  subscribe(listener: () => void): () => void
}

export function createAliasStore(
  aliases: Readonly<Record<string, EntityAlias>>,
  initial: AliasContext,
  find: FindEntities,
): AliasStore {
  const states = new Map<string, AliasState>()
  const boundToState = new Set<string>()
  const listeners = new Set<() => void>()
  let context = initial
  /** Late answers of an earlier context are dropped. */
  let generation = 0

  function notify() {
    for (const listener of [...listeners]) listener()
  }

  function resolve(aliasId: string): AliasState {
    const alias = own(aliases, aliasId)
    if (!alias) return { kind: 'unresolved' }
    const resolved = resolveAlias(alias, context)
    if (resolved.usesState) boundToState.add(aliasId)
    if (resolved.kind === 'unresolved') return { kind: 'unresolved' }
    const { filter } = resolved
    if (!resolved.isOne) return { kind: 'resolved', filter, offer: null, entity: null }
    const isNamed = filter.type === 'singleEntity'
    void findOne(aliasId, filter)
    return isNamed ? { kind: 'resolved', filter, offer: null, entity: null } : { kind: 'pending' }
  }

  async function findOne(aliasId: string, filter: EntityFilter) {
    const mine = generation
    let next: AliasState
    try {
      const [row] = (await find(aliasQuery(filter))).data
      const entity = row ? infoOf(row) : null
      next = entity ? standingFor(entity, filter) : { kind: 'unresolved' }
    } catch (error) {
      next = { kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) }
    }
    // The user chose meanwhile, or the dashboard went on.
    if (mine !== generation || chosen.has(aliasId)) return
    states.set(aliasId, next)
    notify()
  }

  const chosen = new Set<string>()

  function standingFor(entity: EntityInfo, offer: EntityFilter): AliasState {
    return {
      kind: 'resolved',
      filter: { type: 'singleEntity', singleEntity: entity.id },
      offer: offer.type === 'singleEntity' ? null : offer,
      entity,
    }
  }

  return {
    get(aliasId) {
      const existing = states.get(aliasId)
      if (existing) return existing
      const state = resolve(aliasId)
      states.set(aliasId, state)
      return state
    },
    nameOf: (aliasId) => own(aliases, aliasId)?.alias ?? '',
    idOf: (aliasName) => Object.keys(aliases).find((id) => aliases[id]?.alias === aliasName) ?? null,
    choose(aliasId, entity) {
      const state = states.get(aliasId)
      if (state?.kind !== 'resolved' || !state.offer) return
      chosen.add(aliasId)
      states.set(aliasId, standingFor(entity, state.offer))
      notify()
    },
    setContext(next) {
      context = next
      generation++
      for (const aliasId of boundToState) states.delete(aliasId)
      // Questions under way belong to the context before.
      for (const [aliasId, state] of states) if (state.kind === 'pending') states.delete(aliasId)
      boundToState.clear()
      notify()
    },
    reload() {
      generation++
      states.clear()
      chosen.clear()
      notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
