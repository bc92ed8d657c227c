/** REST API of telemetry and attributes. Bodies are read as text, because `21.0` and `21` differ. */

import { badRequest } from '@sonde/model/errors'
import { type EntityId, entityId, entityTypes } from '@sonde/model/ids'
import { sortDirections } from '@sonde/model/paging'
import { uuid } from '@sonde/model/schema-parts'
import { attributePayload, PayloadError, parseAttributes } from '@sonde/model/telemetry/payload'
import {
  attributesPayload,
  attributeValue,
  seriesValues,
  telemetryPayload,
} from '@sonde/model/telemetry/payload-schemas'
import { type AttributeScope, aggregations, attributeScopes, type Point } from '@sonde/model/telemetry/values'
import Type from 'typebox'
import type { Scope } from '../access/scope.ts'
import type { Clock } from '../clock.ts'
import type { Routes } from '../http/http-app.ts'
import { jsonText } from '../http/http-body.ts'
import { callEntry } from '../http/route-audit.ts'
import { sendJsonPieces } from '../http/streamed-answer.ts'
import type { AuditNote } from '../messages/audit-note.ts'
import { answerValue, strictValue } from '../storage/series/value-codec.ts'
import type { StoredAttribute } from './attribute-store.ts'
import { chosenOf, type NamedKeys, namedKeys, namesToRead } from './named-keys.ts'
import type { SeriesQuery, TelemetryService } from './telemetry-service.ts'

export interface TelemetryRouteDeps {
  readonly telemetry: TelemetryService
  readonly clock: Clock
}

const authorities = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const
const tag = 'telemetry'
const base = '/api/plugins/telemetry'
/** Maximum body size of a telemetry upload, to allow many points at once. */
const telemetryBytesMax = 16 * 1024 * 1024

const ofEntity = { entityType: Type.Enum([...entityTypes]), entityId: uuid }
const attributeScope = Type.Enum([...attributeScopes])
const keyNames = {
  keys: Type.Optional(
    Type.String({ description: 'Names separated by commas, or one name that contains commas if that key exists' }),
  ),
  key: Type.Optional(
    Type.Array(Type.String(), { 'x-repeated': true, description: 'Once for each name; replaces keys' }),
  ),
}
const entityParams = Type.Object(ofEntity)
const scopeParams = Type.Object({ ...ofEntity, scope: attributeScope })
/** For compatibility, an unknown scope is accepted and has no attributes. */
const readScopeParams = Type.Object({ ...ofEntity, scope: Type.String({ description: attributeScopes.join(', ') }) })
const deviceParams = Type.Object({ deviceId: uuid, scope: attributeScope })
/** The API has a scope in this path, which is ignored. */
const saveParams = Type.Object({ ...ofEntity, scope: Type.String() })
const keysQuery = Type.Object(keyNames)
const seriesQuery = Type.Object({
  ...keyNames,
  startTs: Type.Optional(Type.Integer()),
  endTs: Type.Optional(Type.Integer()),
  interval: Type.Optional(Type.Integer({ minimum: 0 })),
  limit: Type.Optional(Type.Integer()),
  agg: Type.Optional(Type.Enum([...aggregations])),
  orderBy: Type.Optional(Type.Enum([...sortDirections])),
  useStrictDataTypes: Type.Optional(Type.Boolean()),
})
const deleteQuery = Type.Object({
  ...keyNames,
  deleteAllDataForKeys: Type.Optional(Type.Boolean()),
  startTs: Type.Optional(Type.Integer()),
  endTs: Type.Optional(Type.Integer()),
  rewriteLatestIfDeleted: Type.Optional(Type.Boolean()),
})
const names = Type.Array(Type.String())
const attributeAnswer = Type.Array(attributeValue)

type EntityParams = Readonly<{ entityType: EntityId['entityType']; entityId: string } | { deviceId: string }>

const entityOf = (params: EntityParams): EntityId =>
  'deviceId' in params
    ? entityId('DEVICE', params.deviceId.toLowerCase())
    : entityId(params.entityType, params.entityId.toLowerCase())

type Scoped = EntityParams & { readonly scope?: string }

const changeOf =
  (action: `${'ATTRIBUTES' | 'TIMESERIES'}_${'UPDATED' | 'DELETED'}`) =>
  ({ params }: { readonly params: Scoped }): AuditNote =>
    callEntry(action, entityOf(params), { scope: params.scope })

const readOf = (call: { readonly params: Scoped; readonly query: KeyNames }): AuditNote =>
  callEntry('ATTRIBUTES_READ', entityOf(call.params), {
    scope: call.params.scope ?? null,
    attributes: call.query.key?.join(',') ?? call.query.keys ?? null,
  })

interface KeyNames {
  readonly keys?: string
  readonly key?: readonly string[]
}

const namedOf = ({ keys, key }: KeyNames): NamedKeys | null => namedKeys(keys, key)

export function registerTelemetryRoutes(routes: Routes, { telemetry, clock }: TelemetryRouteDeps): void {
  registerAttributeRoutes(routes, telemetry)

  routes.add({
    method: 'GET',
    path: `${base}/:entityType/:entityId/keys/timeseries`,
    authorities,
    summary: 'List telemetry keys of an entity',
    tag,
    schema: { params: entityParams, response: names },
    handle: ({ scope, params }) => telemetry.timeseriesKeys(scope, entityOf(params)),
  })
  routes.add({
    method: 'GET',
    path: `${base}/:entityType/:entityId/values/timeseries`,
    authorities,
    summary: 'Get latest values, or with startTs and endTs a range of data points or aggregates',
    tag,
    namesStoredKeys: true,
    schema: { params: entityParams, query: seriesQuery, response: seriesValues },
    async handle({ scope, params, query, reply }) {
      const strict = query.useStrictDataTypes ?? false
      const named = namedOf(query)
      // For compatibility, a time range without keys is ignored: the latest values are returned.
      const isNamed = query.keys !== undefined || query.key !== undefined
      if (!isNamed || query.startTs === undefined || query.endTs === undefined) {
        return latestAnswer(scope, entityOf(params), named, strict)
      }
      const question: SeriesQuery = {
        startTs: query.startTs,
        endTs: query.endTs,
        intervalMs: query.interval ?? 0,
        limit: query.limit ?? 100,
        aggregation: query.agg ?? 'NONE',
        order: query.orderBy ?? 'DESC',
      }
      const keys = await telemetry.seriesNamed(entityOf(params), named)
      return sendJsonPieces(reply, await telemetry.rangeText(scope, entityOf(params), keys, question, strict))
    },
  })

  /** For compatibility, a key without a value is returned as null with the current time. */
  async function latestAnswer(scope: Scope, entity: EntityId, named: NamedKeys | null, strict: boolean) {
    const found = chosenOf(named, await telemetry.latest(scope, entity, namesToRead(named)))
    const points = new Map(found.map((point) => [point.key, point]))
    const isWhole = named !== null && named.whole !== null && points.has(named.whole)
    return Object.fromEntries(
      (named && !isWhole ? named.each : [...points.keys()]).map((key) => {
        const point = points.get(key)
        return [key, [point ? answer(point, strict) : { ts: clock.nowMs(), value: null }]]
      }),
    )
  }

  for (const path of ['timeseries/:scope', 'timeseries/:scope/:ttl']) {
    const hasTtl = path.endsWith(':ttl')
    routes.add({
      method: 'POST',
      path: `${base}/:entityType/:entityId/${path}`,
      authorities,
      summary: hasTtl ? 'Save telemetry with a TTL in seconds' : 'Save telemetry',
      tag,
      audit: changeOf('TIMESERIES_UPDATED'),
      bodyText: true,
      bodyBytesMax: telemetryBytesMax,
      schema: {
        params: hasTtl
          ? Type.Object({ ...saveParams.properties, ttl: Type.Optional(Type.Integer()) })
          : Type.Object({ ...saveParams.properties, ttl: Type.Optional(Type.Integer()) }),
        body: jsonText(telemetryPayload),
        response: Type.Void(),
      },
      async handle({ scope, params, body }) {
        const entries = await telemetry.entriesOf(textOf(body))
        await telemetry.saveTelemetry(scope, entityOf(params), entries, params.ttl ?? 0)
      },
    })
  }
  routes.add({
    method: 'DELETE',
    path: `${base}/:entityType/:entityId/timeseries/delete`,
    authorities,
    summary: 'Delete telemetry of the given keys, all of it or a range',
    tag,
    audit: changeOf('TIMESERIES_DELETED'),
    namesStoredKeys: true,
    schema: { params: entityParams, query: deleteQuery, response: Type.Void() },
    async handle({ scope, params, query }) {
      let range: { startTs: number; endTs: number } | null = null
      if (!query.deleteAllDataForKeys) {
        if (query.startTs === undefined || query.endTs === undefined) {
          throw badRequest('Specify startTs and endTs, or set deleteAllDataForKeys.')
        }
        range = { startTs: query.startTs, endTs: query.endTs }
      }
      const rewrite = query.rewriteLatestIfDeleted ?? false
      const keys = await telemetry.seriesNamed(entityOf(params), namedOf(query))
      await telemetry.deleteTelemetry(scope, entityOf(params), keys, range, rewrite)
    },
  })
}

function registerAttributeRoutes(routes: Routes, telemetry: TelemetryService): void {
  async function readAttributes(
    scope: Scope,
    entity: EntityId,
    attributeScope: string | null,
    named: NamedKeys | null,
  ) {
    const read = await telemetry.readAttributes(scope, entity, attributeScope, namesToRead(named))
    return chosenOf(named, read).map(attributeOf)
  }

  async function deleteAttributes(scope: Scope, entity: EntityId, of: AttributeScope, named: NamedKeys | null) {
    await telemetry.deleteAttributes(scope, entity, of, await telemetry.attributesNamed(entity, of, named))
  }

  routes.add({
    method: 'GET',
    path: `${base}/:entityType/:entityId/keys/attributes`,
    authorities,
    summary: 'List attribute keys of an entity',
    tag,
    schema: { params: entityParams, response: names },
    handle: ({ scope, params }) => telemetry.attributeKeys(scope, entityOf(params), null),
  })
  routes.add({
    method: 'GET',
    path: `${base}/:entityType/:entityId/keys/attributes/:scope`,
    authorities,
    summary: 'List attribute keys of a scope',
    tag,
    schema: { params: readScopeParams, response: names },
    handle: ({ scope, params }) => telemetry.attributeKeys(scope, entityOf(params), params.scope),
  })
  routes.add({
    method: 'GET',
    path: `${base}/:entityType/:entityId/values/attributes`,
    authorities,
    summary: 'Get attributes of all scopes',
    tag,
    audit: readOf,
    namesStoredKeys: true,
    schema: { params: entityParams, query: keysQuery, response: attributeAnswer },
    handle: ({ scope, params, query }) => readAttributes(scope, entityOf(params), null, namedOf(query)),
  })
  routes.add({
    method: 'GET',
    path: `${base}/:entityType/:entityId/values/attributes/:scope`,
    authorities,
    summary: 'Get attributes of a scope',
    tag,
    audit: readOf,
    namesStoredKeys: true,
    schema: { params: readScopeParams, query: keysQuery, response: attributeAnswer },
    handle: ({ scope, params, query }) => readAttributes(scope, entityOf(params), params.scope, namedOf(query)),
  })

  const save = async (scope: Scope, entity: EntityId, attributeScope: AttributeScope, body: unknown): Promise<void> => {
    const values = read(() => parseAttributes(textOf(body), attributePayload))
    await telemetry.saveAttributes(scope, entity, attributeScope, values)
  }
  for (const path of [':scope', 'attributes/:scope']) {
    routes.add({
      method: 'POST',
      path: `${base}/:entityType/:entityId/${path}`,
      authorities,
      summary: 'Save attributes',
      tag,
      audit: changeOf('ATTRIBUTES_UPDATED'),
      bodyText: true,
      schema: { params: scopeParams, body: jsonText(attributesPayload), response: Type.Void() },
      handle: ({ scope, params, body }) => save(scope, entityOf(params), params.scope, body),
    })
  }
  routes.add({
    method: 'POST',
    path: `${base}/:deviceId/:scope`,
    authorities,
    summary: 'Save attributes of a device',
    tag,
    audit: changeOf('ATTRIBUTES_UPDATED'),
    bodyText: true,
    schema: { params: deviceParams, body: jsonText(attributesPayload), response: Type.Void() },
    handle: ({ scope, params, body }) => save(scope, entityOf(params), params.scope, body),
  })
  routes.add({
    method: 'DELETE',
    path: `${base}/:entityType/:entityId/:scope`,
    authorities,
    summary: 'Delete attributes',
    tag,
    audit: changeOf('ATTRIBUTES_DELETED'),
    namesStoredKeys: true,
    schema: { params: scopeParams, query: keysQuery, response: Type.Void() },
    handle: ({ scope, params, query }) => deleteAttributes(scope, entityOf(params), params.scope, namedOf(query)),
  })
  routes.add({
    method: 'DELETE',
    path: `${base}/:deviceId/:scope`,
    authorities,
    summary: 'Delete attributes of a device',
    tag,
    audit: changeOf('ATTRIBUTES_DELETED'),
    namesStoredKeys: true,
    schema: { params: deviceParams, query: keysQuery, response: Type.Void() },
    handle: ({ scope, params, query }) => deleteAttributes(scope, entityOf(params), params.scope, namedOf(query)),
  })
}

const attributeOf = (attribute: StoredAttribute) => ({
  lastUpdateTs: attribute.lastUpdateTs,
  key: attribute.key,
  value: strictValue(attribute),
})

const answer = (point: Point, strict: boolean) => ({ ts: point.ts, value: answerValue(point, strict) })

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body ?? null))

/** Parses a body. An invalid payload is answered with 400. */
function read<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw error instanceof PayloadError ? badRequest(error.message) : error
  }
}
