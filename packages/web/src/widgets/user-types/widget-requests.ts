/** Requests to the API that code of widgets can make, with the rights of the user. Everything else is refused. */

type Method = 'GET' | 'POST' | 'DELETE'

interface AllowedRequest {
  readonly method: Method
  /** Decoded path with query. */
  readonly path: string
}

const id = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
const entity = `[A-Z_]+/${id}`

/** Reads entities, telemetry, attributes, relations and alarms: nothing that holds secrets, such as credentials. */
const readable = [
  `(?:device|asset|entityView)(?:/info)?/${id}`,
  `(?:devices|assets|entityViews)`,
  `(?:tenant|customer/${id})/(?:device|asset|entityView)(?:s|Infos)`,
  `(?:device|asset|entityView)/types`,
  `(?:customer|dashboard/info|deviceProfileInfo)/${id}`,
  `relations(?:/info)?`,
  `alarms?(?:/info)?/${entity}`,
  `alarm(?:/info)?/${id}`,
  `alarm/highestSeverity/${entity}`,
  `plugins/telemetry/${entity}/(?:keys|values)/(?:timeseries|attributes)(?:/(?:CLIENT|SERVER|SHARED)_SCOPE)?`,
]
/** Queries, values of entities, and calls of devices: the server checks and audits them like those of pages. */
const writable = [
  `(?:entitiesQuery|alarmsQuery)/(?:find|count)`,
  `plugins/telemetry/${entity}/(?:timeseries/[A-Z_]+|(?:attributes/)?(?:SERVER|SHARED)_SCOPE)`,
  `plugins/telemetry/${id}/(?:SERVER|SHARED)_SCOPE`,
  `(?:plugins/)?rpc/(?:oneway|twoway)/${id}`,
]
const deletable = [`plugins/telemetry/${entity}/(?:CLIENT|SERVER|SHARED)_SCOPE`]

const patternOf = (paths: readonly string[]): RegExp => new RegExp(`^/api/(?:${paths.join('|')})$`)

const patterns: Readonly<Record<Method, RegExp>> = {
  GET: patternOf(readable),
  POST: patternOf(writable),
  DELETE: patternOf(deletable),
}

/** Throws an error that says what is refused. `origin`: the page's. */
export function allowedRequest(method: unknown, url: unknown, origin: string): AllowedRequest {
  const known = (Object.keys(patterns) as Method[]).find((one) => one === method)
  const parsed = typeof url === 'string' && /^\/?api\//.test(url) ? URL.parse(url, `${origin}/`) : null
  if (!known || parsed?.origin !== origin || !patterns[known].test(parsed.pathname)) {
    throw new Error(`Widgets can’t send ${String(method).slice(0, 10)} ${String(url).slice(0, 200)}.`)
  }
  return { method: known, path: `${parsed.pathname}${parsed.search}` }
}
