/** The OpenAPI document, made from what the routes say of themselves. */

import type { TSchema } from 'typebox'
import type { RouteInfo } from './http-app.ts'

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, TSchema & { readonly description?: string }>>
  readonly required?: readonly string[]
}

const json = (schema: TSchema) => ({ 'application/json': { schema } })

const errorAnswer = {
  description: 'Refused; `errorCode` says why',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          status: { type: 'integer' },
          message: { type: 'string' },
          errorCode: { type: 'integer' },
          timestamp: { type: 'string', format: 'date-time' },
        },
        required: ['status', 'message', 'errorCode', 'timestamp'],
      },
    },
  },
} as const

const parameters = (schema: TSchema | undefined, place: 'path' | 'query') => {
  const { properties = {}, required = [] } = (schema ?? {}) as ObjectSchema
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(property.description === undefined ? {} : { description: property.description }),
    schema: property,
  }))
}

function operation(route: RouteInfo) {
  const { schema = {}, authorities } = route
  return {
    summary: route.summary,
    tags: [route.tag],
    operationId: `${route.method} ${route.path}`.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    ...(authorities === 'anyone' ? { security: [] } : { description: `For ${authorities.join(', ')}` }),
    parameters: [...parameters(schema.params, 'path'), ...parameters(schema.query, 'query')],
    ...(schema.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: route.bodyText ? { '*/*': { schema: schema.body } } : json(schema.body),
          },
        }),
    responses: {
      200: { description: 'Done', ...(schema.response === undefined ? {} : { content: json(schema.response) }) },
      default: errorAnswer,
    },
  }
}

/** OpenAPI 3.1, whose schemas are the JSON Schemas that requests are validated with. */
export function openApiDocument(routes: readonly RouteInfo[], version: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Sonde', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    tags: [...new Set(routes.map((route) => route.tag))].sort().map((name) => ({ name })),
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'X-Authorization', description: '`Bearer` and an access token' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
    security: [{ token: [] }, { bearer: [] }],
    paths,
  }
}
