/** Generates the OpenAPI document from the route descriptions. */

import type { TSchema } from 'typebox'
import type { RouteInfo } from './http-app.ts'
import { answersOf, contentOf, rejectionComponents } from './openapi-answers.ts'
import { type Components, createComponents } from './openapi-components.ts'

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, TSchema & { readonly type?: string; readonly description?: string }>>
  readonly required?: readonly string[]
}

function parametersOf(schema: TSchema | undefined, place: 'path' | 'query', components: Components) {
  const { properties = {}, required = [] } = (schema ?? {}) as ObjectSchema
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(property.description === undefined ? {} : { description: property.description }),
    // A list is one value, separated by commas.
    ...(property.type === 'array' ? { explode: false } : {}),
    schema: components.use(property),
  }))
}

/** `GET /api/device/:deviceId` becomes `getDeviceByDeviceId`, which is stable as long as method and path are. */
function operationIdOf({ method, path }: RouteInfo): string {
  const words = path
    .replace(/^\/api\//, '')
    .split(/[/.-]/)
    .map((part) => (part.startsWith(':') ? `by-${part.slice(1)}` : part))
    .flatMap((part) => part.split('-'))
    .filter((word) => word !== '')
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function requestBodyOf({ schema: { body } = {}, bodyText, example }: RouteInfo, components: Components) {
  if (body === undefined) return {}
  const [[type, media] = []] = Object.entries(contentOf(body, components))
  if (type === undefined) return {}
  const isOptional = !bodyText && allowsNull(body)
  return {
    requestBody: {
      required: !isOptional,
      content: { [type]: { ...media, ...(example === undefined ? {} : { example }) } },
    },
  }
}

const allowsNull = (schema: TSchema): boolean =>
  ((schema as { anyOf?: readonly { type?: string }[] }).anyOf ?? []).some(({ type }) => type === 'null')

const whoOf = ({ authorities }: RouteInfo): string =>
  authorities === 'anyone' ? 'No sign-in required.' : `For ${authorities.map((each) => `\`${each}\``).join(', ')}.`

function operationOf(route: RouteInfo, components: Components) {
  const { schema = {}, authorities, summary, tag } = route
  return {
    operationId: operationIdOf(route),
    summary,
    description: whoOf(route),
    tags: [tag],
    ...(authorities === 'anyone' ? { security: [] } : {}),
    parameters: [
      // Routes may share a params schema without using all of its fields.
      ...parametersOf(schema.params, 'path', components).filter(({ name }) => route.path.includes(`:${name}`)),
      ...parametersOf(schema.query, 'query', components),
    ],
    ...requestBodyOf(route, components),
    responses: answersOf(route, components),
  }
}

/** Returns an OpenAPI 3.1 document; its schemas are the JSON Schemas that validate requests. */
export function openApiDocument(routes: readonly RouteInfo[], version: string): object {
  const components = createComponents()
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, components) }
  }
  const responses = rejectionComponents(components)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Sonde',
      version,
      summary: 'Devices, telemetry, rule chains, dashboards and everything else in the web client',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: [...new Set(routes.map((route) => route.tag))].sort().map((name) => ({ name })),
    security: [{ bearer: [] }, { token: [] }],
    paths,
    components: {
      schemas: components.used(),
      responses,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'An access token' },
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Authorization',
          description: 'Header of the ThingsBoard API: `Bearer`, a space and an access token',
        },
      },
    },
  }
}
