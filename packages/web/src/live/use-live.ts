/** Hooks for live data: values of an entity's keys, number of matching entities, connection status. */

import type { LiveStatus } from '@sonde/client'
import type { EntityCountQuery, EntityKey, TsValue } from '@sonde/model/entity-query/entity-query'
import type { EntityUpdate } from '@sonde/model/entity-query/live-updates'
import type { EntityId, EntityType } from '@sonde/model/ids'
import type { AttributeScope } from '@sonde/model/telemetry/values'
import { useEffect, useSyncExternalStore } from 'react'
import { useClient } from '../session/use-session.tsx'
import { applyValues, type LiveValues } from './live-values.ts'
import { useLastSeen } from './use-last-seen.ts'

/** Connection status. Changes of `lastMessageAt` alone don't cause a render. */
export function useLiveStatus(): LiveStatus['kind'] {
  const { live } = useClient()
  return useSyncExternalStore(live.status.subscribe, () => live.status.get().kind)
}

export interface LiveValuesState {
  /** Latest value by key, or the cached last one; undefined until the first response. */
  readonly values: LiveValues | undefined
  /** Error of a rejected subscription. */
  readonly error: Error | undefined
}

const unknown: LiveValuesState = { values: undefined, error: undefined }

/** Latest telemetry of an entity, for `keys` or all keys. Renders at most once per frame. */
export function useLatestTelemetry(entity: EntityId | null, keys: readonly string[] | null = null): LiveValuesState {
  return useValues(entity, null, keys)
}

/** Live attributes of a scope. */
export function useLiveAttributes(entity: EntityId | null, scope: AttributeScope): LiveValuesState {
  return useValues(entity, scope, null)
}

function useValues(
  entity: EntityId | null,
  scope: AttributeScope | null,
  keys: readonly string[] | null,
): LiveValuesState {
  const { live } = useClient()
  const type = entity?.entityType
  const id = entity?.id
  // A text, so that the effect runs again only for other keys.
  const wanted = keys && JSON.stringify(keys)
  const [state, show] = useLastSeen<LiveValuesState>('values', type, id, scope, wanted)

  useEffect(() => {
    if (!type || !id) return
    const target = { entityType: type, id }
    const list = wanted === null ? null : (JSON.parse(wanted) as string[])
    let values: LiveValues | undefined
    let frame = 0
    const onValues: Parameters<typeof live.subscribeTelemetry>[3] = (update) => {
      values = applyValues(values, update.values, update.isSnapshot)
      frame ||= requestAnimationFrame(() => {
        frame = 0
        show({ values, error: undefined })
      })
    }
    const onError = (error: Error) => show({ values, error }, false)
    const stop =
      scope === null
        ? live.subscribeTelemetry(target, list, null, onValues, onError)
        : live.subscribeAttributes(target, scope, list, onValues, onError)
    return () => {
      cancelAnimationFrame(frame)
      stop()
    }
  }, [live, show, type, id, scope, wanted])

  return state ?? unknown
}

/** Live number of matching entities, or the cached last one; undefined until known. */
export function useEntityCount(query: EntityCountQuery | null): number | undefined {
  const { live } = useClient()
  const text = query && JSON.stringify(query)
  const [count, show] = useLastSeen<number>('count', text)
  useEffect(() => {
    if (!text) return
    return live.subscribeEntityCount(JSON.parse(text) as EntityCountQuery, (next) => show(next))
  }, [live, show, text])
  return count
}

type Values = Readonly<Record<string, TsValue>>

/** Latest values of an entity. */
export interface EntityValues {
  /** SERVER_SCOPE attributes. */
  readonly attributes: Values
  readonly telemetry: Values
}

type ValuesById = ReadonlyMap<string, EntityValues>
const nothing: ValuesById = new Map()
const noKeys: readonly string[] = []

/** Live SERVER_SCOPE attributes of an entity; undefined until the first response. */
export function useServerAttributes(entity: EntityId, keys: readonly string[]): Values | undefined {
  return useEntityValues(entity.entityType, [entity.id], keys, noKeys).get(entity.id)?.attributes
}

/**
 * Live SERVER_SCOPE attributes and telemetry of several entities of one type, by entity id; used by list pages. Empty
 * without a type.
 */
export function useEntityValues(
  entityType: EntityType | undefined,
  ids: readonly string[],
  attributes: readonly string[],
  telemetry: readonly string[],
): ValuesById {
  const { live } = useClient()
  const idText = ids.join(',')
  const keyText = JSON.stringify([
    ...attributes.map((key) => ({ type: 'SERVER_ATTRIBUTE', key })),
    ...telemetry.map((key) => ({ type: 'TIME_SERIES', key })),
  ])
  const [values = nothing, show] = useLastSeen<ValuesById>('attributes', entityType ?? '', idText, keyText)

  useEffect(() => {
    if (entityType === undefined || idText === '' || keyText === '[]') return
    const entityList = idText.split(',')
    const latestValues = JSON.parse(keyText) as EntityKey[]
    const entityFilter = { type: 'entityList' as const, entityType, entityList }
    const pageLink = { page: 0, pageSize: entityList.length }
    let known = new Map<string, EntityValues>()
    let frame = 0
    const apply = (updates: readonly Pick<EntityUpdate, 'entityId' | 'latest'>[]) => {
      for (const { entityId, latest } of updates) {
        const before = known.get(entityId.id)
        known.set(entityId.id, {
          attributes: { ...before?.attributes, ...latest?.SERVER_ATTRIBUTE },
          telemetry: { ...before?.telemetry, ...latest?.TIME_SERIES },
        })
      }
      frame ||= requestAnimationFrame(() => {
        frame = 0
        known = new Map(known)
        show(known)
      })
    }
    const { unsubscribe } = live.subscribeEntityData(
      () => ({ query: { entityFilter, pageLink, latestValues }, latestCmd: { keys: latestValues } }),
      { onPage: (page) => apply(page.data), onUpdate: apply },
    )
    return () => {
      cancelAnimationFrame(frame)
      unsubscribe()
    }
  }, [live, show, entityType, idText, keyText])

  return values
}
