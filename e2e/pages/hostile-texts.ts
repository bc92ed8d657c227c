/**
 * Hostile texts and the places where they are written: one row for each list of the client, with every text field of
 * its entities.
 *
 * Each field gets the longest and worst text that the server accepts.
 */

import assert from 'node:assert/strict'
import type { ListPath } from '../../packages/web/src/places/list-paths.ts'

/** Sets `window.ran` if the text is executed as code. */
const code = 'window.ran=1'
const markup = `<script>${code}</script><img src=x onerror="${code}"><svg/onload=${code}>"'><b>bold</b><a href="javascript:${code}">x</a>`
/** Right-to-left override, an emoji of several code points, combining marks, and an endless word. */
const odd = `\u202Egnp.exe\u202C 🧨👩‍👩‍👧‍👦🏳️‍🌈 Z\u0351\u0343\u0332a\u0328\u033F {{7*7}} \${${code}} javascript:${code} %00 ‮ `

const filled = (start: string, length: number) => `${start}${'W'.repeat(length)}`.slice(0, length)

/** Worst first; the server rejects markup in names and has length limits. */
export const candidates = (prefix: string): readonly string[] => [
  filled(`${prefix} ${markup}${odd}`, 10_000),
  filled(`${prefix} ${odd}`, 10_000),
  filled(`${prefix} ${markup}${odd}`, 1_020),
  filled(`${prefix} ${markup}${odd}`, 255),
  filled(`${prefix} ${odd}`, 255),
]

/** Prefix of each name, for finding it on the page. */
export const prefixOf = (path: string) => `Hostile${path.replaceAll('/', '-')}`

export type Role = 'tenant' | 'administrator'
export type Fields = Readonly<Record<string, unknown>>
export type Made = { readonly id: { readonly entityType: string; readonly id: string } } & Fields
export type Call = <T = unknown>(role: Role, method: string, path: string, body?: unknown) => Promise<T>

/** Entities that already exist, by list. */
export type World = Partial<Record<HostilePath, Made>>

export type HostilePath = ListPath | '/dashboards'

export interface HostileRow {
  readonly role: Role
  /** API path for creating and changing the entity. */
  readonly endpoint: string
  /** Smallest accepted body; `name` is a plain name. */
  readonly body: (name: string, world: World) => Fields
  /** Paths of all text fields: `additionalInfo.description`. The first one is the name. */
  readonly fields: readonly string[]
  /** Immutable fields, which are written on creation. */
  readonly final?: readonly string[]
  /** Name in lists, if it isn't one of the fields. */
  readonly shownAs?: string
  /** Path of the list, if it differs from the key. */
  readonly listed?: (world: World) => string
}

export const idOf = (world: World, path: HostilePath) => {
  const made = world[path]
  assert.ok(made, `${path} comes later in the table.`)
  return made.id
}
const about = 'additionalInfo.description'
const contact = ['country', 'state', 'city', 'address', 'address2', 'zip', 'phone']

const alarmOf = (name: string) => ({
  id: 'a1',
  alarmType: name,
  createRules: {
    MAJOR: {
      condition: {
        condition: [
          {
            key: { type: 'TIME_SERIES', key: 'level' },
            valueType: 'NUMERIC',
            predicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 1 } },
          },
        ],
        spec: { type: 'SIMPLE' },
      },
      schedule: null,
      alarmDetails: 'details',
    },
  },
  clearRule: null,
})

const profileData = (name: string) => ({
  configuration: { type: 'DEFAULT' },
  transportConfiguration: { type: 'DEFAULT' },
  provisionConfiguration: { type: 'DISABLED' },
  alarms: [alarmOf(name)],
})

/** In the order of their creation. */
export const hostileRows: Readonly<Record<HostilePath, HostileRow>> = {
  '/deviceProfiles': {
    role: 'tenant',
    endpoint: '/api/deviceProfile',
    body: (name) => ({ name, type: 'DEFAULT', transportType: 'DEFAULT', profileData: profileData(name) }),
    fields: [
      'name',
      'description',
      'profileData.alarms.0.alarmType',
      'profileData.alarms.0.createRules.MAJOR.alarmDetails',
    ],
  },
  '/devices': {
    role: 'tenant',
    endpoint: '/api/device',
    body: (name, world) => ({ name, deviceProfileId: idOf(world, '/deviceProfiles') }),
    fields: ['name', 'label', about],
  },
  '/assets': {
    role: 'tenant',
    endpoint: '/api/asset',
    body: (name) => ({ name, type: 'building' }),
    fields: ['name', 'type', 'label', about],
  },
  '/entityViews': {
    role: 'tenant',
    endpoint: '/api/entityView',
    body: (name, world) => ({
      name,
      type: 'view',
      entityId: idOf(world, '/devices'),
      keys: { attributes: { cs: [], sh: [], ss: [] }, timeseries: [] },
      startTimeMs: 0,
      endTimeMs: 0,
    }),
    fields: ['name', 'type', about],
  },
  '/edgeInstances': {
    role: 'tenant',
    endpoint: '/api/edge',
    body: (name) => ({ name, type: 'edge', routingKey: crypto.randomUUID(), secret: 'hostilehostilehostil' }),
    fields: ['name', 'type', 'label', about],
  },
  '/customers': {
    role: 'tenant',
    endpoint: '/api/customer',
    body: (name) => ({ title: name }),
    fields: ['title', ...contact, about],
  },
  '/users': {
    role: 'tenant',
    endpoint: '/api/user?sendActivationMail=false',
    body: (_, world) => ({
      email: 'hostile@sonde.example',
      authority: 'CUSTOMER_USER',
      customerId: idOf(world, '/customers'),
    }),
    fields: ['firstName', 'lastName', about],
    shownAs: 'hostile@',
    listed: (world) => `/customers/${idOf(world, '/customers').id}/users`,
  },
  '/dashboards': {
    role: 'tenant',
    endpoint: '/api/dashboard',
    body: (name) => ({ title: name, configuration: dashboardOf(name) }),
    fields: [
      'title',
      'configuration.description',
      'configuration.states.default.name',
      'configuration.entityAliases.a1.alias',
      'configuration.widgets.w1.config.title',
      'configuration.widgets.w1.config.titleTooltip',
      'configuration.widgets.w1.config.datasources.0.dataKeys.0.label',
      'configuration.widgets.w1.config.units',
    ],
  },
  '/ruleChains': {
    role: 'tenant',
    endpoint: '/api/ruleChain',
    body: (name) => ({ name, type: 'CORE' }),
    fields: ['name', about],
  },
  '/edgeManagement/ruleChains': {
    role: 'tenant',
    endpoint: '/api/ruleChain',
    body: (name) => ({ name, type: 'EDGE' }),
    fields: ['name', about],
  },
  '/otaUpdates': {
    role: 'tenant',
    endpoint: '/api/otaPackage',
    body: (name, world) => ({
      title: name,
      version: '1',
      type: 'FIRMWARE',
      deviceProfileId: idOf(world, '/deviceProfiles'),
      usesUrl: true,
      url: 'https://files.example/1',
    }),
    fields: ['title', about],
    final: ['title', 'version', 'tag', 'url'],
  },
  '/widgets-bundles': {
    role: 'tenant',
    endpoint: '/api/widgetsBundle',
    body: (name) => ({ title: name }),
    fields: ['title', 'description'],
  },
  '/settings/resources-library': {
    role: 'tenant',
    endpoint: '/api/resource',
    body: (name) => ({
      title: name,
      resourceType: 'JKS',
      fileName: 'hostile.jks',
      data: Buffer.from('x').toString('base64'),
    }),
    fields: ['title'],
    final: ['fileName'],
  },
  '/tenantProfiles': {
    role: 'administrator',
    endpoint: '/api/tenantProfile',
    body: (name) => ({ name, profileData: { configuration: { type: 'DEFAULT' } } }),
    fields: ['name', 'description'],
  },
  '/tenants': {
    role: 'administrator',
    endpoint: '/api/tenant',
    body: (name) => ({ title: name }),
    fields: ['title', 'region', ...contact, about],
  },
}

function dashboardOf(name: string) {
  return {
    description: '',
    settings: { stateControllerId: 'entity', showTitle: true },
    states: {
      default: { name, root: true, layouts: { main: { widgets: { w1: { sizeX: 8, sizeY: 4, row: 0, col: 0 } } } } },
    },
    entityAliases: {
      a1: { id: 'a1', alias: name, filter: { type: 'entityType', entityType: 'DEVICE', resolveMultiple: true } },
    },
    widgets: {
      w1: {
        id: 'w1',
        isSystemType: true,
        bundleAlias: 'cards',
        typeAlias: 'entities_table',
        type: 'latest',
        title: name,
        config: {
          title: name,
          showTitle: true,
          titleTooltip: '',
          units: '',
          settings: {},
          datasources: [
            {
              type: 'entity',
              entityAliasId: 'a1',
              dataKeys: [{ name: 'hostile', type: 'attribute', label: name, color: '#4caf50', settings: {} }],
            },
          ],
        },
      },
    },
  }
}

/** Copy of `target` with the value at the path; list items are addressed by number. */
export function withField(target: Fields, path: string, value: unknown): Fields {
  const copy = structuredClone(target) as Record<string, unknown>
  let at: Record<string, unknown> = copy
  const parts = path.split('.')
  const last = parts.pop() ?? ''
  for (const part of parts) {
    at[part] ??= {}
    at = at[part] as Record<string, unknown>
  }
  at[last] = value
  return copy
}

/** Text field: its path, and a function that makes a text valid, if needed. */
export type Field = string | { readonly at: string; readonly shape: (text: string) => unknown }

/** Writes the worst accepted text to each field in turn; returns the last response. Fails if a field accepts none. */
export async function writeWorst<T extends Fields>(
  what: string,
  from: T,
  fields: readonly Field[],
  send: (body: Fields) => Promise<T>,
): Promise<T> {
  let stored = from
  for (const field of fields) {
    const { at, shape } = typeof field === 'string' ? { at: field, shape: (text: string): unknown => text } : field
    let rejected: unknown
    let taken: T | undefined
    for (const text of candidates(prefixOf(what))) {
      try {
        taken = await send(withField(stored, at, shape(text)))
        break
      } catch (error) {
        rejected = error
      }
    }
    if (!taken) throw new Error(`${what} takes no hostile text in ${at}.`, { cause: rejected })
    stored = taken
  }
  return stored
}

/** Creates the entity of a row with the worst accepted text in each field. Fails if a field accepts none. */
export async function makeHostile(path: HostilePath, row: HostileRow, world: World, call: Call): Promise<Made> {
  const prefix = prefixOf(path)
  const post = (body: Fields) => call<Made>(row.role, 'POST', row.endpoint, body)
  let body = row.body(prefix, world)
  for (const field of row.final ?? []) {
    // Written on creation: each candidate is tried with plain other fields, and that entity is discarded.
    const text = filled(`${prefix} ${odd}`, 250)
    body = withField(
      body,
      field,
      field === 'url' ? `https://files.example/${encodeURIComponent(text).slice(0, 200)}` : text,
    )
  }
  const later = row.fields.filter((field) => !row.final?.includes(field))
  return writeWorst(path, await post(body), later, post)
}
