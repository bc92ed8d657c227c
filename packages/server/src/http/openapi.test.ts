/** Tests of the OpenAPI document of the whole server. */

import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import Type from 'typebox'
import { openTestPlatform } from '../platform-testing.ts'
import type { RouteInfo } from './http-app.ts'
import { openApiDocument } from './openapi.ts'
import { namedSchemas } from './openapi-names.ts'

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly security?: readonly object[]
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly schema: object
  }[]
  readonly requestBody?: { readonly required: boolean; readonly content: Record<string, { readonly schema: object }> }
  readonly responses: Readonly<Record<string, Answer>>
}

interface Answer {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Record<string, { readonly schema: object }>
}

interface Document {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>
    readonly responses: Readonly<Record<string, object>>
  }
}

const documentOf = (routes: readonly RouteInfo[]) =>
  JSON.parse(JSON.stringify(openApiDocument(routes, '1.2.3'))) as Document

/** Returns the routes of the server, as `main.ts` composes it. */
async function routesOfPlatform(t: TestContext): Promise<readonly RouteInfo[]> {
  const { platform } = await openTestPlatform(t)
  return platform.routes.list()
}

test('the document of the platform', async (t) => {
  const routes = await routesOfPlatform(t)
  const document = documentOf(routes)
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      operation,
    })),
  )

  await t.test('is valid OpenAPI 3.1 for a public validator', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(document) as never)
    assert.ok(valid, JSON.stringify(errors, null, 2))
    assert.equal(validator.version, '3.1')
  })

  await t.test('has every route, each with who may call it, its place and its answers', () => {
    assert.equal(operations.length, routes.length)
    for (const route of routes) {
      const name = `${route.method} ${route.path}`
      const operation = document.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
      assert.ok(operation, name)
      assert.ok(operation.summary.length > 0 && operation.tags.length === 1, name)
      assert.equal(operation.security?.length === 0, route.authorities === 'anyone', name)
      assert.ok(operation.responses.default, name)
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map((each) => each.name)
      assert.deepEqual(inPath.sort(), [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]).sort(), name)
    }
    const ids = operations.map(({ operation }) => operation.operationId)
    assert.deepEqual(duplicates(ids), [])
    // Paths that differ only in their parameter names are the same path in OpenAPI.
    assert.deepEqual(duplicates(Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))), [])
  })

  await t.test('says of every route what it answers, or that it answers nothing', () => {
    const silentRoutes = routes.filter(({ schema }) => schema?.response === undefined)
    assert.deepEqual(
      silentRoutes.map(({ method, path }) => `${method} ${path}`),
      [],
      'Give these a `response`; `Type.Void()` for an empty body.',
    )
    for (const { method, path, schema, answers } of routes) {
      const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
      const responses = operation?.responses ?? {}
      const response = schema?.response ?? Type.Unknown()
      assert.equal(responses[200]?.content === undefined, Type.IsVoid(response) || Type.IsNever(response), path)
      for (const status of Object.keys(answers ?? {})) assert.ok(responses[status]?.description, `${path} ${status}`)
    }
  })

  await t.test('says of every body what it holds', () => {
    for (const route of routes) {
      if (route.schema?.body === undefined) continue
      const operation = document.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
      const [media] = Object.values(operation?.requestBody?.content ?? {})
      assert.ok(media?.schema, `${route.method} ${route.path}`)
    }
  })

  await t.test('writes a shape that calls share once, under its name', () => {
    const seen = new Map<string, string[]>()
    const visit = (value: unknown, at: string) => {
      if (typeof value !== 'object' || value === null) return
      const { type, properties } = value as { type?: unknown; properties?: object }
      if (type === 'object' && properties && Object.keys(properties).length > 2) {
        const text = JSON.stringify(value)
        seen.set(text, [...(seen.get(text) ?? []), at])
      }
      for (const [key, each] of Object.entries(value)) visit(each, `${at}/${key}`)
    }
    visit(document.paths, '')
    visit(document.components.schemas, 'components')
    // One call may contain the same schema twice.
    const holder = (at: string) => at.replace(/^((\/\/[^ ]*?\/(get|post|put|delete))|components\/\w+)\/.*$/, '$1')
    const repeated = [...seen].filter(([, places]) => new Set(places.map(holder)).size > 1)
    assert.deepEqual(
      repeated.map(([text, places]) => ({ places: places.slice(0, 3), shape: text.slice(0, 200) })),
      [],
      'Give these a name in openapi-names.ts.',
    )
  })
})

test('every name stands for a shape of its own', () => {
  const names = Map.groupBy(Object.entries(namedSchemas), ([, schema]) => JSON.stringify(schema))
  const shared = [...names.values()].filter((entries) => entries.length > 1).map((each) => each.map(([name]) => name))
  assert.deepEqual(shared, [])
})

test('answers: an empty body, perhaps an empty body, text, another status', () => {
  const route = (path: string, schema: RouteInfo['schema'], answers: RouteInfo['answers'] = {}): RouteInfo => ({
    method: 'GET',
    path,
    authorities: 'anyone',
    summary: path,
    tag: 'things',
    schema,
    answers,
  })
  const { paths } = documentOf([
    route('/nothing', { response: Type.Void() }),
    route('/perhaps', { response: Type.Union([Type.Object({ a: Type.String() }), Type.Void()]) }),
    route('/text', { response: Type.String({ contentMediaType: 'text/plain' }) }),
    route('/onward', { response: Type.Never() }, { 303: { description: 'Onward' } }),
  ])
  const answers = (path: string) => paths[path]?.get?.responses ?? {}
  assert.deepEqual(answers('/nothing')[200], { description: 'Done' })
  assert.deepEqual(answers('/perhaps')[200], {
    description: 'Done; an empty body when there is nothing',
    content: {
      'application/json': { schema: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } } },
    },
  })
  assert.deepEqual(answers('/text')[200]?.content, { 'text/plain': { schema: { type: 'string' } } })
  assert.deepEqual(Object.keys(answers('/onward')), ['303', 'default'])
})

const duplicates = (texts: readonly string[]): string[] => texts.filter((text, index) => texts.indexOf(text) !== index)
