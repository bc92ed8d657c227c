/**
 * OpenAPI document for fuzzing: the same schemas and responses, with ids of the scene in requests, without the calls
 * that would end the run or reach external servers.
 */

import type { IdsByName, Scene } from './demo-scene.ts'

type Json = null | boolean | number | string | Json[] | JsonObject
interface JsonObject {
  [key: string]: Json
}

interface Operation {
  readonly operationId: string
  readonly requestBody?: { readonly content: Record<string, { readonly schema: JsonObject; example?: Json }> }
  readonly parameters: JsonObject[]
  readonly responses: JsonObject
}

export interface OpenApiDocument {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { readonly schemas: Record<string, JsonObject>; readonly responses: JsonObject }
}

/** Excluded operations with the reason. */
const leftOut: Readonly<Record<string, string>> = {
  postAuthChangePassword: 'would end the tokens of the run',
  postAuthLogout: 'would end the token of the run',
  postAdminSettingsTestMail: 'would call the mail server that the body names',
  postAdminSettingsTestSms: 'would call a provider of short messages',
}

/** Calls with an empty body if there is no result, which the tool would report as invalid JSON. */
export const perhapsEmpty = ['GET /api/dashboard/home', 'GET /api/dashboard/home/info']

/** 5xx statuses that an operation documents, by `METHOD /path`; no others may occur. */
export function ownServerErrors(document: OpenApiDocument): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, { responses }] of Object.entries(methods)) {
      const statuses = Object.keys(responses).filter((status) => status.startsWith('5'))
      if (statuses.length > 0) found.set(`${method.toUpperCase()} ${path}`, statuses)
    }
  }
  return found
}

/** Calls that wait for a device, and device calls that wait for updates, if no timeout is given. */
export const waitingCalls = ({ paths }: OpenApiDocument): string[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => isWaiting(operation))
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )

const isWaiting = ({ parameters, requestBody }: Operation): boolean =>
  parameters.some(({ name }) => name === 'timeout') ||
  requestBody?.content['application/json']?.schema.$ref === '#/components/schemas/RpcRequest'

/** Copy of the document for fuzzing with the account of the scene. */
export function fuzzedDocument(given: OpenApiDocument, scene: Scene): OpenApiDocument {
  const document = structuredClone(given)
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      if (leftOut[operation.operationId] !== undefined) delete methods[method]
      else nameScene(operation, method === 'delete' ? scene.spare : scene.preserved, scene)
    }
    if (Object.keys(methods).length === 0) delete document.paths[path]
  }
  nameInBodies(document, scene)
  return document
}

export const operationsOf = ({ paths }: OpenApiDocument): Operation[] =>
  Object.values(paths).flatMap((methods) => Object.values(methods))

/** Makes parameters refer to existing entities, and occasionally to missing ones. */
function nameScene(operation: Operation, ids: IdsByName, { deviceToken }: Scene): void {
  for (const parameter of operation.parameters) {
    const name = String(parameter.name)
    const known = ids[name] ?? (/^(from|to)Id$/.test(name) ? ids.entityId : undefined)
    if (known && known.length > 0) parameter.schema = { enum: [...known, unknownId] }
    else if (/^(entity|from|to)Type$/.test(name)) parameter.schema = { enum: ['DEVICE', 'ASSET', 'TENANT'] }
    else if (name === 'token') parameter.schema = { enum: [deviceToken, 'no-token'] }
    // Waiting device calls get a short timeout.
    else if (name === 'timeout') Object.assign(parameter, { required: true, schema: { enum: [1, 20] } })
  }
}

const unknownId = '00000000-0000-4000-8000-000000000001'

/**
 * Schemas that occur only in requests refer to existing entities; those of responses stay unchanged, because responses
 * are validated by them.
 */
function nameInBodies(document: OpenApiDocument, { preserved }: Scene): void {
  const { schemas } = document.components
  const answered = new Set<string>()
  const walk = (value: Json | undefined, into: Set<string>) => {
    if (typeof value !== 'object' || value === null) return
    const name = /^#\/components\/schemas\/(\w+)$/.exec(String((value as JsonObject).$ref ?? ''))?.[1]
    if (name !== undefined && !into.has(name)) {
      into.add(name)
      walk(schemas[name], into)
    }
    for (const each of Object.values(value)) walk(each, into)
  }
  walk(document.components.responses, answered)
  for (const { responses } of operationsOf(document)) walk(responses, answered)

  const ids = preserved.entityId ?? []
  if (ids.length > 0 && schemas.EntityId) {
    schemas.SceneEntityId = {
      type: 'object',
      required: ['entityType', 'id'],
      properties: { entityType: { enum: ['DEVICE', 'ASSET'] }, id: { enum: [...ids] } },
    }
  }
  for (const [name, schema] of Object.entries(schemas)) {
    if (answered.has(name) || name === 'SceneEntityId') continue
    const type = /^(\w+)IdInput$/.exec(name)?.[1]
    const known = type && preserved[`${type.charAt(0).toLowerCase()}${type.slice(1)}Id`]
    if (known && known.length > 0) (schema.properties as JsonObject).id = { enum: [...known, unknownId] }
    if (schemas.SceneEntityId) replaceRef(schema, '#/components/schemas/EntityId', '#/components/schemas/SceneEntityId')
  }
  // RPC calls wait for a response until `expirationTime`, and these devices aren't connected.
  const { RpcRequest } = schemas
  if (RpcRequest) {
    RpcRequest.required = ['expirationTime']
    ;(RpcRequest.properties as JsonObject).expirationTime = { enum: [1] }
    for (const operation of operationsOf(document)) {
      const media = operation.requestBody?.content['application/json']
      if (media?.schema.$ref === '#/components/schemas/RpcRequest') {
        media.example = { ...(media.example as JsonObject), expirationTime: 1 }
      }
    }
  }
}

function replaceRef(value: Json, from: string, to: string): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value) && value.$ref === from) value.$ref = to
  for (const each of Object.values(value)) replaceRef(each, from, to)
}
