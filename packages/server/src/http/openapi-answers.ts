/** Responses of a call for the OpenAPI document: its own responses and the common errors. */

import Type, { type TSchema } from 'typebox'
import type { RouteInfo } from './http-app.ts'
import type { Components } from './openapi-components.ts'
import { wireErrorSchema } from './wire-error-schema.ts'

const rejections = {
  Malformed: [400, 'The request is invalid; the message names the field and the problem'],
  Unauthenticated: [401, 'Not signed in, or the token is no longer valid (`errorCode` 11: refresh it)'],
  Forbidden: [403, 'The user doesn’t have permission'],
  NotFound: [404, 'An entity in the path or body wasn’t found'],
  TooLarge: [413, 'The request body is too large'],
  NotJson: [415, 'The content type isn’t supported'],
  TooMany: [429, 'Too many requests from the tenant, customer or device; try again later'],
  Refused: ['default', 'Refused; `errorCode` and `message` say why'],
} as const satisfies Record<string, readonly [number | 'default', string]>

type Rejection = keyof typeof rejections

/** `components.responses` of the OpenAPI document. */
export const rejectionComponents = (components: Components): Record<string, object> =>
  Object.fromEntries(
    Object.entries(rejections).map(([name, [, description]]) => [
      name,
      answer(description, wireErrorSchema, components),
    ]),
  )

/** Common errors that a route can respond with. */
function rejectionsOf({ method, authorities, schema = {}, bodyText }: RouteInfo): readonly Rejection[] {
  const { params, query, body } = schema
  const hasInput = params !== undefined || query !== undefined || method !== 'GET'
  const names: readonly (Rejection | false)[] = [
    hasInput && 'Malformed',
    authorities !== 'anyone' && 'Unauthenticated',
    authorities !== 'anyone' && 'Forbidden',
    (params !== undefined || body !== undefined) && 'NotFound',
    method !== 'GET' && 'TooLarge',
    body !== undefined && !bodyText && 'NotJson',
    authorities !== 'anyone' && 'TooMany',
    'Refused',
  ]
  return names.filter((name) => name !== false)
}

/** `responses` of a route; common errors are references. */
export function answersOf(route: RouteInfo, components: Components): Record<string, object> {
  const { schema: { response } = {}, answers = {} } = route
  return {
    ...(Type.IsNever(response) ? {} : { 200: answer('Done', response, components) }),
    ...Object.fromEntries(
      rejectionsOf(route).map((name) => [rejections[name][0], { $ref: `#/components/responses/${name}` }]),
    ),
    ...Object.fromEntries(
      Object.entries(answers).map(([status, { description, schema }]) => [
        status,
        answer(description, schema ?? Type.Void(), components),
      ]),
    ),
  }
}

function answer(description: string, schema: TSchema | undefined, components: Components): object {
  if (schema === undefined || Type.IsVoid(schema)) return { description }
  if (!Type.IsUnion(schema) || !schema.anyOf.some(Type.IsVoid)) {
    return { description, content: contentOf(schema, components) }
  }
  const [only, ...others] = schema.anyOf.filter((each) => !Type.IsVoid(each))
  const present =
    only !== undefined && others.length === 0 ? only : Type.Union(schema.anyOf.filter((each) => !Type.IsVoid(each)))
  return { description: `${description}; an empty body when there is nothing`, content: contentOf(present, components) }
}

/**
 * Returns the schema under its media type: JSON unless the schema defines another. For JSON in a text, the schema of
 * its content is used.
 */
export function contentOf(schema: TSchema, components: Components): Record<string, { schema: unknown }> {
  const { contentMediaType = 'application/json', contentSchema, ...rest } = schema as ContentSchema
  return { [contentMediaType]: { schema: components.use(contentSchema ?? rest) } }
}

interface ContentSchema {
  readonly contentMediaType?: string
  readonly contentSchema?: TSchema
}
