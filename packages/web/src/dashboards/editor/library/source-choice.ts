/** What a new widget is for: an alias of the dashboard or an entity, with the keys that it has. */

import { createTelemetryCalls } from '@sonde/client/telemetry/telemetry-calls'
import type { DashboardConfiguration, JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import type { EntityKey, ValueKind, WidgetSource } from '@sonde/model/dashboards/editing/widget-from-type'
import { aliasQuery, resolveAlias } from '@sonde/model/dashboards/entity-aliases'
import type { EntityId } from '@sonde/model/ids'
import { own } from '@sonde/model/own'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Client } from '../../../session/page-client.ts'
import { useAccount, useClient } from '../../../session/use-session.tsx'

export type SourceChoice =
  | { readonly kind: 'alias'; readonly aliasId: string; readonly name: string }
  | { readonly kind: 'entity'; readonly entity: EntityId; readonly name: string }

/** Most keys of an entity that are looked at. */
const keysMax = 200

/** Source of a choice; null: nothing is chosen. `isLoading`: its keys aren't known yet. */
export function useWidgetSource(
  choice: SourceChoice | null,
  configuration: DashboardConfiguration,
  stateParams: JsonObject,
): { readonly source: WidgetSource | null; readonly isLoading: boolean } {
  const client = useClient()
  const auth = useAccount()?.auth
  const alias = choice?.kind === 'alias' ? own(configuration.entityAliases, choice.aliasId) : undefined
  const { data, isPending, isError } = useQuery({
    queryKey: ['widgetSource', choice, alias?.filter, stateParams],
    enabled: choice !== null,
    async queryFn({ signal }) {
      const context = {
        authority: 'TENANT_ADMIN',
        tenantId: auth?.tenantId ?? '',
        customerId: null,
        userId: auth?.userId ?? '',
        stateParams,
      } as const
      const quiet = { signal, ignoreErrors: true, ignoreLoading: true }
      let entity = choice?.kind === 'entity' ? choice.entity : null
      const resolved = alias && resolveAlias(alias, context)
      if (resolved?.kind === 'filter') {
        const found = await client.entityQuery.find(aliasQuery(resolved.filter), quiet)
        entity = found.data[0]?.entityId ?? null
      }
      return { entityType: entity?.entityType ?? null, keys: entity ? await keysOf(client, entity, signal) : [] }
    },
  })
  // The same object while nothing changed: the preview opens its data for it.
  const source = useMemo(() => {
    const json =
      choice?.kind === 'alias'
        ? alias && { alias: alias.alias, filter: alias.filter }
        : choice && { alias: choice.name, filter: singleEntity(choice.entity) }
    if (!choice || !json) return null
    const entityType = choice.kind === 'entity' ? choice.entity.entityType : null
    return { name: choice.name, alias: json, ...(data ?? { entityType, keys: [] }) }
  }, [choice, alias, data])
  return { source, isLoading: source !== null && isPending && !isError }
}

const singleEntity = (entity: EntityId): JsonObject => ({
  type: 'singleEntity',
  resolveMultiple: false,
  singleEntity: { entityType: entity.entityType, id: entity.id },
})

async function keysOf(client: Client, entity: EntityId, signal: AbortSignal): Promise<readonly EntityKey[]> {
  const telemetry = createTelemetryCalls(client.rest)
  const quiet = { signal, ignoreErrors: true, ignoreLoading: true }
  const [series, attributes] = await Promise.all([
    telemetry.latest(entity, null, true, quiet),
    telemetry.attributes(entity, null, null, quiet),
  ])
  const all: EntityKey[] = [
    ...Object.entries(series).map(
      ([name, [point]]): EntityKey => ({
        name,
        type: 'timeseries',
        value: kindOf(point?.value),
      }),
    ),
    ...attributes.map(({ key, value }): EntityKey => ({ name: key, type: 'attribute', value: kindOf(value) })),
  ]
  return all.slice(0, keysMax)
}

function kindOf(value: unknown): ValueKind {
  if (typeof value === 'number') return 'number'
  if (typeof value === 'boolean') return 'flag'
  return value === null || value === undefined ? 'unknown' : 'text'
}
