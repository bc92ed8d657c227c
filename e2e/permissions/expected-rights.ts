/**
 * Permissions per entity type and caller, written by hand from the API contract and Sonde's additional guarantees.
 * Nothing here is derived from the server's code: the permission tests check every route and every socket command
 * against this table.
 *
 * Columns, by the caller's relation to the entity:
 * - administrator: of the tenant that owns it
 * - foreign: administrator of another tenant
 * - assigned: user of the customer that it is assigned to
 * - other: user of another customer of the tenant, and any customer user while it is unassigned
 * - visitor: without an account, while it is public
 * - system: system administrator
 *
 * Cells: `yes`; `no` is rejected with 403; `404` is rejected as unknown, as in ThingsBoard for devices of other
 * tenants. A caller who isn't signed in gets 401.
 */

import type { Caller, SignedIn } from './callers.ts'

const columns = ['administrator', 'foreign', 'assigned', 'other', 'visitor', 'system'] as const
type Column = (typeof columns)[number]

// biome-ignore format: the columns are read from top to bottom
const table = {
  //                                 administrator foreign assigned other visitor system
  'device: read':                     'yes           404     yes      no    yes     no',
  'device: read attributes':          'yes           404     yes      no    yes     no',
  'device: read telemetry':           'yes           404     yes      no    yes     no',
  'device: read RPC calls':           'yes           404     yes      no    yes     no',
  'device: read events':              'yes           404     yes      no    yes     no',
  'device: read alarms':              'yes           404     yes      no    yes     no',
  'device: read relations':           'yes           404     yes      no    yes     no',
  'device: read credentials':         'yes           404     yes      no    no      no',
  'device: change':                   'yes           404     yes      no    no      no',
  'device: change attributes':        'yes           404     yes      no    no      no',
  'device: change telemetry':         'yes           404     yes      no    no      no',
  'device: send RPC calls':           'yes           404     yes      no    no      no',
  'device: clear events':             'yes           404     yes      no    no      no',
  'device: raise alarms':             'yes           404     yes      no    no      no',
  'device: change credentials':       'yes           404     no       no    no      no',
  'device: assign, publish':          'yes           404     no       no    no      no',
  'device: set what visitors may do': 'yes           404     no       no    no      no',
  'device: move to another tenant':   'yes           404     no       no    no      no',
  'device: delete':                   'yes           404     no       no    no      no',

  'asset: read':                      'yes           no      yes      no    yes     no',
  'asset: read attributes':           'yes           no      yes      no    yes     no',
  'asset: read telemetry':            'yes           no      yes      no    yes     no',
  'asset: read events':               'yes           no      yes      no    yes     no',
  'asset: read alarms':               'yes           no      yes      no    yes     no',
  'asset: read relations':            'yes           no      yes      no    yes     no',
  'asset: change':                    'yes           no      yes      no    no      no',
  'asset: change attributes':         'yes           no      yes      no    no      no',
  'asset: change telemetry':          'yes           no      yes      no    no      no',
  'asset: change relations':          'yes           no      yes      no    no      no',
  'asset: clear events':              'yes           no      yes      no    no      no',
  'asset: assign, publish':           'yes           no      no       no    no      no',
  'asset: set what visitors may do':  'yes           no      no       no    no      no',
  'asset: delete':                    'yes           no      no       no    no      no',

  'entity view: read':                'yes           no      yes      no    yes     no',
  'entity view: read attributes':     'yes           no      yes      no    yes     no',
  'entity view: read telemetry':      'yes           no      yes      no    yes     no',
  'entity view: read events':         'yes           no      yes      no    yes     no',
  'entity view: read alarms':         'yes           no      yes      no    yes     no',
  'entity view: read relations':      'yes           no      yes      no    yes     no',
  'entity view: change':              'yes           no      yes      no    no      no',
  'entity view: clear events':        'yes           no      yes      no    no      no',
  'entity view: assign, publish':     'yes           no      no       no    no      no',
  'entity view: delete':              'yes           no      no       no    no      no',

  // Other readers of an edge don't get its key and secret, which only the administrator sees: `ownership.ts` checks for
  // them.
  'edge: read':                       'yes           no      yes      no    yes     no',
  'edge: read attributes':            'yes           no      yes      no    yes     no',
  'edge: read telemetry':             'yes           no      yes      no    yes     no',
  'edge: read events':                'yes           no      yes      no    yes     no',
  'edge: read alarms':                'yes           no      yes      no    yes     no',
  'edge: read relations':             'yes           no      yes      no    yes     no',
  'edge: change attributes':          'yes           no      yes      no    no      no',
  'edge: change telemetry':           'yes           no      yes      no    no      no',
  'edge: clear events':               'yes           no      yes      no    no      no',
  'edge: change':                     'yes           no      no       no    no      no',
  'edge: read downlinks and chains':  'yes           no      no       no    no      no',
  'edge: assign, publish':            'yes           no      no       no    no      no',
  'edge: delete':                     'yes           no      no       no    no      no',

  'dashboard: read':                  'yes           no      yes      no    yes     no',
  'dashboard: read its name':         'yes           no      yes      no    yes     yes',
  'dashboard: read attributes':       'yes           no      yes      no    yes     no',
  'dashboard: read telemetry':        'yes           no      yes      no    yes     no',
  'dashboard: read alarms':           'yes           no      yes      no    yes     yes',
  'dashboard: change':                'yes           no      no       no    no      no',
  'dashboard: assign, publish':       'yes           no      no       no    no      no',
  'dashboard: delete':                'yes           no      no       no    no      no',

  // An alarm has the same owner as its originator.
  'alarm: read':                      'yes           no      yes      no    yes     no',
  'alarm: change':                    'yes           no      yes      no    no      no',
  'alarm: delete':                    'yes           no      yes      no    no      no',

  'RPC call: read':                   'yes           no      yes      no    yes     no',
  'RPC call: delete':                 'yes           no      no       no    no      no',

  'customer: read':                   'yes           no      yes      no    yes     no',
  'customer: read what it has':       'yes           no      yes      no    yes     no',
  'customer: read attributes':        'yes           no      yes      no    yes     no',
  'customer: read telemetry':         'yes           no      yes      no    yes     no',

  // The customer is checked first: one of another tenant is rejected before its unknown device is.
  'any: assign to a customer':        'yes           no      no       no    no      no',
} as const

export type Right = keyof typeof table

export const rights = Object.keys(table) as Right[]

export const isRight = (name: string): name is Right => Object.hasOwn(table, name)

/** Owner of the entity that a call refers to. */
export type Owner = 'customer' | 'public' | 'nobody'

/** Relation of a signed-in caller to an entity of Acme. */
function columnOf(caller: SignedIn, owner: Owner): Column {
  switch (caller) {
    case 'tenant':
      return 'administrator'
    case 'stranger':
      return 'foreign'
    case 'system':
      return 'system'
    case 'customer':
      return owner === 'customer' ? 'assigned' : 'other'
    case 'visitor':
      return owner === 'public' ? 'visitor' : 'other'
    case 'neighbour':
      return 'other'
  }
}

const isSignedOut = (caller: Caller): caller is Exclude<Caller, SignedIn> =>
  caller === 'nobody' || caller === 'expired' || caller === 'disabled'

/** Status of the rejection; null for an allowed caller. */
export function expectedRejection(right: Right, owner: Owner, caller: Caller): 401 | 403 | 404 | null {
  if (isSignedOut(caller)) return 401
  const cells = table[right].split(/ +/)
  switch (cells[columns.indexOf(columnOf(caller, owner))]) {
    case 'yes':
      return null
    case 'no':
      return 403
    case '404':
      return 404
    default:
      throw new Error(`The row "${right}" has a cell that says nothing.`)
  }
}
