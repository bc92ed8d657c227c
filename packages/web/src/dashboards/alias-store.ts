/**
 * Aliases of an open dashboard: the entity filter that each resolves to, and the entity if it resolves to a single one.
 *
 * An alias is resolved when a widget needs it. A change of state only resolves aliases again that depend on the state's
 * entity. The user's choices in the toolbar last while the dashboard is open.
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
      /** Entities that the user can choose from; null if there is no choice. */
      readonly offer: EntityFilter | null
      /** The alias's single entity, once its name is known. */
      readonly entity: EntityInfo | null
    }

export type FindEntities = (query: EntityDataQuery) => Promise<PageData<EntityData>>

export interface AliasStore {
  /** Resolves the alias on first use. An alias that does not exist is `unresolved`. */
  get(aliasId: string): AliasState
  nameOf(aliasId: string): string
  /** ID of the alias with this name, or null. */
  idOf(aliasName: string): string | null
  /** Selects another entity until the dashboard closes. */
  choose(aliasId: string, entity: EntityInfo): void
  setContext(context: AliasContext): void
  /** Resolves all aliases again, except those for which the user chose an entity. */
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
  /** Incremented to discard late responses to requests of an earlier context. */
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
    searched.add(aliasId)
    let next: AliasState
    try {
      const [row] = (await find(aliasQuery(filter))).data
      const entity = row ? infoOf(row) : null
      next = entity ? standingFor(entity, filter) : { kind: 'unresolved' }
    } catch (error) {
      next = { kind: 'failed', error: error instanceof Error ? error : new Error(String(error)) }
    }
    if (mine === generation) searched.delete(aliasId)
    // Outdated: the user chose an entity or the context changed while the request was in flight.
    if (mine !== generation || chosen.has(aliasId)) return
    states.set(aliasId, next)
    notify()
  }

  const chosen = new Set<string>()
  /** Aliases whose entity is being looked up. */
  const searched = new Set<string>()

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
      // A choice among the entities of the previous state doesn't apply to the next one.
      for (const aliasId of boundToState) {
        states.delete(aliasId)
        chosen.delete(aliasId)
      }
      // Requests in flight belong to the previous context: their aliases are resolved again.
      for (const aliasId of searched) if (!chosen.has(aliasId)) states.delete(aliasId)
      searched.clear()
      boundToState.clear()
      notify()
    },
    reload() {
      generation++
      searched.clear()
      for (const aliasId of states.keys()) if (!chosen.has(aliasId)) states.delete(aliasId)
      notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
