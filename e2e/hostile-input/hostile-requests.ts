/**
 * Hostile requests for every route, generated from its schema: invalid, huge and deeply nested input, and commands for
 * other interpreters. Each contains the expected response.
 */

import { importBytesMax } from '../../packages/server/src/bulk-import/bulk-import.ts'
import type { RouteInfo } from '../../packages/server/src/http/http-app.ts'
import type { HostileWorld, Ids } from './hostile-world.ts'
import { fits, placesOf, type SchemaView, sampleOf, spoiled, wrongFor } from './schema-samples.ts'

export interface HostileRequest {
  /** Description for failure messages. */
  readonly what: string
  /** Input of the route that is invalid. */
  readonly input: string
  readonly path: string
  readonly text?: string | Uint8Array<ArrayBuffer>
  readonly contentType?: string
  /** Only the head is sent, with this content length. */
  readonly contentLength?: number
  readonly expected: Expected
}

export type Expected =
  /** A 4xx status, and a message that contains one of these names, if any. */
  | { readonly kind: 'refused'; readonly status?: number; readonly names: readonly string[] }
  /** Valid text: it may be accepted or rejected, without side effects. */
  | { readonly kind: 'survives' }

const rejected = (...names: string[]): Expected => ({ kind: 'refused', status: 400, names })
const rejectedSomehow: Expected = { kind: 'refused', names: [] }
const survives: Expected = { kind: 'survives' }

/** Mark that appears only if an interpreter evaluates the text. */
export const evaluatedMark = String(7_654_321 * 8_765_431)
const commands = [
  "'; DROP TABLE device; --",
  '" OR 1=1 UNION SELECT 7654321*8765431 --',
  `$${'{'}7654321*8765431}{{7654321*8765431}}<%= 7654321*8765431 %>#{7654321*8765431}`,
  '%_\\ * ? [a-z] (((',
  '<script>7654321*8765431</script>',
  '../../../../etc/passwd',
]
const malformedIds = ['7', 'not-an-id', "' OR 1=1 --", '..%2F..%2Fetc%2Fpasswd', '%F0%9F%92%A9', 'x'.repeat(1900)]
const hugeNumbers = [
  '-1',
  '0',
  '2147483648',
  '9007199254740993',
  '1e30',
  '-1e30',
  '1e400',
  'NaN',
  'many',
  '0x10',
  '1,5',
]
const deepJson = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const depth = 10_000

export function hostileRequests(route: RouteInfo, world: HostileWorld): HostileRequest[] {
  const here = place(route, world)
  return [...anyRoute(here), ...inPath(here), ...inQuery(here), ...(route.method === 'GET' ? [] : inBody(here))]
}

interface Here {
  readonly route: RouteInfo
  readonly world: HostileWorld
  readonly ids: Ids
  readonly params: Readonly<Record<string, SchemaView>>
  readonly query: Readonly<Record<string, SchemaView>>
  /** Address of the route with valid parameters, except for the given ones. */
  at(params?: Readonly<Record<string, string>>, query?: readonly (readonly [string, string])[]): string
  /** Valid body as text. */
  readonly body: string | undefined
  readonly bodySchema: SchemaView | undefined
}

function place(route: RouteInfo, world: HostileWorld): Here {
  // Entities that a call deletes must still exist for the next one.
  const ids = route.method === 'DELETE' ? {} : world.own
  const { params: paramsSchema, query: querySchema, body } = (route.schema ?? {}) as Record<string, SchemaView>
  const inRoute = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1] as string)
  const params = Object.fromEntries(
    inRoute.map((name) => [name, paramsSchema?.properties?.[name] ?? { type: 'string' }]),
  )
  const query = querySchema?.properties ?? {}
  const textFor = (name: string, schema: SchemaView): string => {
    const known: Record<string, string> = {
      ...ids,
      token: world.deviceToken,
      deviceName: world.deviceName,
      entityType: 'DEVICE',
      [waits]: '1',
    }
    return known[name] !== undefined && fits(schema, coerced(schema, known[name]))
      ? known[name]
      : String(sampleOf(schema, ids))
  }
  const needed = Object.keys(query).filter((name) => querySchema?.required?.includes(name) || name === waits)
  const bodySchema = body?.contentSchema ?? body
  return {
    route,
    world,
    ids,
    params,
    query,
    bodySchema,
    body: bodySchema && JSON.stringify(sampleOf(bodySchema, ids)),
    at(spoiledParams = {}, spoiledQuery = []) {
      const path = route.path.replace(
        /:(\w+)/g,
        (_, name: string) => spoiledParams[name] ?? encodeURIComponent(textFor(name, params[name] ?? {})),
      )
      const given = new Set(spoiledQuery.map(([name]) => name))
      const rest = needed
        .filter((name) => !given.has(name))
        .map((name) => `${name}=${encodeURIComponent(textFor(name, query[name] ?? {}))}`)
      const all = [...rest, ...spoiledQuery.map(([name, value]) => `${encodeURIComponent(name)}=${value}`)]
      return all.length === 0 ? path : `${path}?${all.join('&')}`
    },
  }
}

/** Requests for any address. */
function anyRoute({ at, body, route }: Here): HostileRequest[] {
  const input = 'anything'
  const usual = route.method === 'GET' || body === undefined ? {} : { text: body }
  return [
    { input, what: 'a query with NUL', path: at({}, [['unknown', 'a%00b']]), ...usual, expected: rejected('unknown') },
  ]
}

const kindOf = ({ type, anyOf }: SchemaView): string | undefined =>
  type ?? anyOf?.find((each) => each.type !== 'null')?.type

const coerced = (schema: SchemaView, text: string): unknown => {
  const kind = kindOf(schema)
  return kind === 'integer' || kind === 'number' ? Number(text) : kind === 'boolean' ? text === 'true' : text
}

function inPath({ params, at, body, route, world }: Here): HostileRequest[] {
  const usual = route.method === 'GET' || body === undefined ? {} : { text: body }
  return Object.entries(params).flatMap(([name, schema]): HostileRequest[] => {
    const input = `path ${name}`
    const sent = (what: string, value: string, expected: Expected): HostileRequest => ({
      input,
      what: `${what} ${value.slice(0, 40)}`,
      path: at({ [name]: value }),
      ...usual,
      expected,
    })
    const isId = schema.pattern !== undefined
    const foreignId = isId ? world.foreign[name] : undefined
    const accepts = (text: string) => fits(schema, coerced(schema, text))
    return [
      ...(isId ? malformedIds : commands.map(encodeURIComponent)).map((value) =>
        sent('the text', value, accepts(decodeURIComponent(value)) ? survives : rejected(name)),
      ),
      sent('NUL', 'a%00b', rejected(name)),
      ...(foreignId === undefined
        ? []
        : [sent('a foreign id', foreignId, rejectsForeign(route) ? rejectedSomehow : survives)]),
    ]
  })
}

/** Lists and counts that filter the caller's own data: a foreign id yields no results (as in ThingsBoard). */
const filtersOwn = /^\/api\/(audit\/logs|devices\/count)\//

/** Ids of other tenants are rejected for users of a tenant; system administrators can access all tenants. */
const rejectsForeign = ({ authorities, path }: RouteInfo): boolean =>
  authorities !== 'anyone' && authorities.includes('TENANT_ADMIN') && !filtersOwn.test(path)

/** Query parameter with the waiting time of device calls, ms; a long one would block the test. */
const waits = 'timeout'

function inQuery({ query, at, body, route }: Here): HostileRequest[] {
  const usual = route.method === 'GET' || body === undefined ? {} : { text: body }
  return Object.entries(query).flatMap(([name, schema]): HostileRequest[] => {
    const input = `query ${name}`
    const sent = (what: string, value: string, expected: Expected): HostileRequest => ({
      input,
      what: `${what} ${value.slice(0, 40)}`,
      path: at({}, [[name, value]]),
      ...usual,
      expected,
    })
    const kind = kindOf(schema)
    const isNumber = kind === 'integer' || kind === 'number'
    const texts = isNumber ? hugeNumbers : kind === 'boolean' ? ['maybe', '2'] : commands
    const isAdmissible = (text: string) =>
      isNumber ? isNumeric(text) && fits(schema, Number(text)) : kind === 'array' ? true : fits(schema, text)
    return [
      ...texts
        .filter((text) => name !== waits || !isAdmissible(text))
        .map((text) => sent('the value', encodeURIComponent(text), isAdmissible(text) ? survives : rejected(name))),
      // Keys stored before NUL was rejected must stay readable.
      sent('NUL', 'a%00b', route.namesStoredKeys && (name === 'keys' || name === 'key') ? survives : rejected(name)),
      sent('broken UTF-8', 'a%ff', rejected('query')),
      // A long text makes a search slow.
      sent('a long text', 'x'.repeat(8_000), isAdmissible('x'.repeat(8_000)) ? survives : rejected(name)),
    ]
  })
}

/** Number syntax of the server. */
const isNumeric = (text: string): boolean => /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)

function inBody(here: Here): HostileRequest[] {
  const { route, bodySchema } = here
  const isForm = route.bodyStream ?? false
  return [
    ...anyBody(here, isForm),
    ...(bodySchema && !isForm && !isFreeText(bodySchema) ? fieldsOfBody(here, bodySchema) : []),
  ]
}

/** Invalid bodies for any call. */
function anyBody({ at, route }: Here, isForm: boolean): HostileRequest[] {
  const input = 'body'
  // A call that doesn't read its body need not validate it.
  const isRead = !route.bodyText || !isFreeText(route.schema?.body)
  const sent = (what: string, text: HostileRequest['text'], names: string[] = []): HostileRequest => ({
    input,
    what,
    path: at(),
    ...(text === undefined ? {} : { text }),
    expected: isRead ? { kind: 'refused', names } : survives,
  })
  const bytesMax = route.bodyBytesMax ?? importBytesMax
  return [
    { ...sent('one byte too many', undefined), contentLength: bytesMax + 1, expected: tooLarge },
    sent('broken JSON', '{"name":'),
    sent('bytes that are no UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])),
    sent(`${depth} lists in one another`, deepJson(depth)),
    sent(`${depth} lists in a field`, `{"name":${deepJson(depth)}}`),
    ...(isForm
      ? [
          { ...sent('a form without its border', 'x'), contentType: 'multipart/form-data' },
          { ...sent('a form that ends in the middle', brokenForm), contentType: 'multipart/form-data; boundary=x' },
        ]
      : [
          { ...sent('the key __proto__', '{"__proto__":{"polluted":true}}', ['__proto__']) },
          { ...sent('the key __proto__ further in', '{"name":{"__proto__":{"polluted":true}}}', ['__proto__']) },
          { ...sent('a form', brokenForm), contentType: 'multipart/form-data; boundary=x' },
        ]),
    {
      ...sent('the key constructor', '{"constructor":{"prototype":{"polluted":true}}}'),
      expected: survives,
    },
  ]
}

/** The format of a device's RPC response is up to the device. */
const isFreeText = (body: SchemaView | undefined): boolean =>
  body === undefined || (body.type === 'string' && body.contentSchema === undefined)

const tooLarge: Expected = { kind: 'refused', status: 413, names: [] }
const brokenForm = '--x\r\nContent-Disposition: form-data; name="file"; filename="../../evil"\r\n\r\nhalf'

function fieldsOfBody({ at, ids, route }: Here, schema: SchemaView): HostileRequest[] {
  // Sign-in has a uniform response to invalid bodies; texts that a route parses itself have other rules.
  const namesFields = !route.bodyText || (route.schema?.body as SchemaView | undefined)?.contentSchema !== undefined
  const path = at()
  const whole = wrongFor(schema).map(
    (value): HostileRequest => ({
      input: 'body',
      what: `instead of the body ${JSON.stringify(value)}`,
      path,
      text: JSON.stringify(value),
      expected: { kind: 'refused', names: [] },
    }),
  )
  const fields = placesOf(schema).flatMap((field): HostileRequest[] => {
    const input = `body ${field.path.join('.')}`
    const sent = (what: string, value: unknown, expected: Expected): HostileRequest => ({
      input,
      what,
      path,
      text: JSON.stringify(spoiled(schema, ids, field.path, value)),
      expected,
    })
    const names = namesFields ? field.path.filter((step) => typeof step === 'string') : []
    const asText = (value: unknown) => JSON.stringify(value).slice(0, 40)
    return [
      ...wrongFor(field.schema).map((value) => sent(asText(value), value, { kind: 'refused', names })),
      sent('NUL', 'a\0b', { kind: 'refused', names }),
      sent('half of a surrogate pair', '\ud800', { kind: 'refused', names }),
      sent('a hundred thousand characters', 'x'.repeat(100_000), survives),
      ...(kindOf(field.schema) === 'string' ? commands : []).map((text) => sent(text.slice(0, 40), text, survives)),
    ]
  })
  return [...whole, ...fields]
}
