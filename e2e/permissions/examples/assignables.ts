/**
 * Common examples of devices, assets, entity views and edges: reading, lists, search, assignment to customers and to
 * edges.
 */

import { about, type Examples, ofCustomer, page, plain } from '../examples.ts'
import type { Assignable, Side } from '../side.ts'

/** Names in the permission table. */
const words = { device: 'device', asset: 'asset', entityView: 'entity view', edge: 'edge' } as const

/** Owner of a new entity for an unassign call, which needs an assigned one. */
const notFree = (owner: 'customer' | 'public' | 'nobody') => (owner === 'nobody' ? 'neighbour' : owner)

function examplesOf(kind: Assignable): Examples {
  const id = `:${kind}Id`
  const list = plain("a tenant administrator's, of the own tenant", () => ({ query: page }), { shows: kind })
  // An edge contains the id of its root rule chain.
  const shown = kind === 'edge' ? { shows: kind, names: ['rule_chain'] } : { shows: kind }
  const ofACustomer = ofCustomer(
    'customer: read what it has',
    ({ side, about: owner }) => ({ path: [side.customers[owner]], query: page }),
    shown,
  )
  const word = words[kind]
  const one = about(`${word}: read`, ({ side, about: owner }) => ({ path: [side.has[owner][kind].id.id] }), shown)
  return {
    [`GET /api/tenant/${kind}s`]: [
      { ...list, named: 'a page' },
      {
        // The name is searched in the caller's own tenant.
        ...plain("a tenant administrator's, of the own tenant", ({ side }) => ({
          query: { [`${kind}Name`]: side.has.customer[kind].name },
        })),
        named: 'by name',
        shows: kind,
      },
    ],
    [`GET /api/tenant/${kind}Infos`]: list,
    [`GET /api/customer/:customerId/${kind}s`]: ofACustomer,
    [`GET /api/customer/:customerId/${kind}Infos`]: ofACustomer,
    [`GET /api/${kind}/types`]: plain("a tenant user's, of what is the own"),
    [`GET /api/${kind}/${id}`]: one,
    [`GET /api/${kind}/info/${id}`]: one,
    [`DELETE /api/${kind}/${id}`]: about(`${word}: delete`, async ({ side, about: owner }) => ({
      path: [(await side.make(kind, owner)).id.id],
    })),
    [`POST /api/customer/:customerId/${kind}/${id}`]: about(
      // The customer is checked first; it belongs to the other tenant.
      'any: assign to a customer',
      async ({ side, about: owner }) => ({ path: [side.customers.neighbour, (await side.make(kind, owner)).id.id] }),
    ),
    [`POST /api/customer/public/${kind}/${id}`]: about(`${word}: assign, publish`, async ({ side, about: owner }) => ({
      path: [(await side.make(kind, owner)).id.id],
    })),
    [`DELETE /api/customer/${kind}/${id}`]: about(`${word}: assign, publish`, async ({ side, about: owner }) => ({
      path: [(await side.make(kind, notFree(owner))).id.id],
    })),
    [`POST /api/${kind}s`]: [
      {
        ...plain("a tenant user's, of what is the own", ({ side, caller }) => ({
          body: search(side, kind, caller === 'neighbour' ? 'neighbour' : caller === 'visitor' ? 'public' : 'customer'),
        })),
        named: 'from an own asset',
        ...(kind === 'device' ? { shows: kind } : {}),
      },
      {
        ...about('asset: read relations', ({ side, about: owner }) => ({
          body: search(side, kind, owner),
        })),
        named: 'from an asset of somebody',
      },
    ],
    ...edgeContent(kind),
  }
}

const search = (side: Side, kind: Assignable, owner: 'customer' | 'neighbour' | 'public' | 'nobody') => ({
  parameters: {
    rootId: side.has[owner].asset.id.id,
    rootType: 'ASSET',
    direction: 'FROM',
    relationTypeGroup: 'COMMON',
    maxLevel: 2,
    fetchLastLevelOnly: false,
  },
  relationType: 'Contains',
  [`${kind}Types`]: ['default'],
})

/** Examples for the content of edges: the other three types, dashboards and rule chains. */
export function edgeContent(kind: Assignable | 'dashboard' | 'ruleChain'): Examples {
  if (kind === 'edge') return {}
  const onEdge = async (side: Side) => {
    const edge = await side.make('edge')
    const entity = await side.make(kind === 'ruleChain' ? 'edgeRuleChain' : kind)
    // The device of a view must be assigned first.
    if (kind === 'entityView') await side.call('POST', `/api/edge/${edge.id.id}/device/${side.silentDevice.id}`)
    return [edge.id.id, entity.id.id] as const
  }
  return {
    [`POST /api/edge/:edgeId/${kind}/:${kind}Id`]: plain(
      "administration of a tenant's own thing",
      async ({ side }) => ({
        path: await onEdge(side),
      }),
    ),
    [`DELETE /api/edge/:edgeId/${kind}/:${kind}Id`]: plain(
      "administration of a tenant's own thing",
      async ({ side }) => {
        const path = await onEdge(side)
        await side.call('POST', `/api/edge/${path[0]}/${kind}/${path[1]}`)
        return { path }
      },
    ),
    [`GET /api/edge/:edgeId/${kind}s`]: about(
      kind === 'ruleChain' ? 'edge: read downlinks and chains' : 'edge: read',
      ({ side, about: owner }) => ({ path: [side.has[owner].edge.id.id], query: page }),
    ),
  }
}

const mapping = (...types: string[]) => ({
  columns: types.map((type) => ({ type })),
  delimiter: ',',
  update: false,
  header: false,
})

export const assignableExamples: Examples = {
  ...examplesOf('device'),
  ...examplesOf('asset'),
  ...examplesOf('entityView'),
  ...examplesOf('edge'),
  ...edgeContent('dashboard'),
  ...edgeContent('ruleChain'),

  'GET /api/assets': plain(
    "a tenant user's, of what is the own",
    ({ scene }) => ({ query: { assetIds: everyId(scene.acme, 'asset', scene.bolt) } }),
    { shows: 'asset' },
  ),
  'POST /api/asset': [
    {
      ...plain("a tenant administrator's, of the own tenant", ({ side }) => ({
        body: { name: side.newName('asset'), type: 'default' },
      })),
      named: 'new',
    },
    {
      ...about('asset: change', ({ side, about: owner }) => ({
        body: { ...side.has[owner].asset.json, label: 'changed' },
      })),
      named: 'changed',
    },
  ],
  'POST /api/asset/bulk_import': plain("a tenant administrator's, of the own tenant", ({ side }) => ({
    body: { file: `${side.newName('asset')},default`, mapping: mapping('NAME', 'TYPE') },
  })),

  'POST /api/entityView': [
    {
      ...plain("administration of a tenant's own device", ({ side }) => ({
        body: { ...side.has.nobody.entityView.json, id: undefined, name: side.newName('entityView') },
      })),
      named: 'new, of a device',
    },
    {
      ...about('entity view: change', ({ side, about: owner }) => ({
        body: { ...side.has[owner].entityView.json, additionalInfo: { description: 'changed' } },
      })),
      named: 'changed',
    },
  ],

  'POST /api/edge': [
    {
      ...plain("a tenant administrator's, of the own tenant", ({ side }) => {
        const name = side.newName('edge')
        return { body: { name, type: 'default', routingKey: `key of ${name}`, secret: 'a-secret' } }
      }),
      named: 'new',
    },
    {
      ...about('edge: change', ({ side, about: owner }) => ({
        body: { ...side.has[owner].edge.json, label: 'changed' },
      })),
      named: 'changed',
    },
  ],
  'POST /api/edge/bulk_import': plain("a tenant administrator's, of the own tenant", ({ side }) => {
    const name = side.newName('edge')
    return {
      body: {
        file: `${name},default,key of ${name},secret`,
        mapping: mapping('NAME', 'TYPE', 'ROUTING_KEY', 'SECRET'),
      },
    }
  }),
  'GET /api/edges': [
    {
      ...plain("a tenant user's, of what is the own", ({ scene }) => ({
        query: { edgeIds: everyId(scene.acme, 'edge', scene.bolt) },
      })),
      named: 'by ids',
      shows: 'edge',
      names: ['rule_chain'],
    },
    {
      ...plain("a tenant administrator's, of the own tenant", () => ({ query: page })),
      named: 'a page',
      shows: 'edge',
    },
  ],
  'POST /api/edge/:edgeId/:ruleChainId/root': plain("administration of a tenant's own thing", async ({ side }) => ({
    path: [(await side.make('edge')).id.id, side.edgeChain.id],
  })),
  'POST /api/edge/sync/:edgeId': plain(
    "administration of a tenant's own thing",
    ({ side }) => ({ path: [side.has.nobody.edge.id.id] }),
    // The edge is not connected.
    { answers: 400 },
  ),
  'GET /api/edge/missingToRelatedRuleChains/:edgeId': about(
    'edge: read downlinks and chains',
    ({ side, about: owner }) => ({ path: [side.has[owner].edge.id.id] }),
  ),
  'GET /api/edge/:edgeId/events': about('edge: read downlinks and chains', ({ side, about: owner }) => ({
    path: [side.has[owner].edge.id.id],
    query: page,
  })),
}

/** Ids of all entities of a type, for all owners. */
export const everyId = (acme: Side, kind: Assignable, bolt: Side): string =>
  [acme, bolt].flatMap((side) => Object.values(side.has).map((entities) => entities[kind].id.id)).join(',')
