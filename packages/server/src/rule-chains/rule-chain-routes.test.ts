import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { unauthenticated } from '@sonde/model/errors'
import type { RuleChain, RuleChainMetadata, RuleNodeProblem } from '@sonde/model/rule-chains/rule-chain'
import { pino } from 'pino'
import type { Authority, Scope } from '../access/scope.ts'
import { testScope } from '../access/testing.ts'
import { freeTurns } from '../calls/testing.ts'
import { systemClock } from '../clock.ts'
import { createHttpApp } from '../http/create-http-app.ts'
import { newId } from '../ids.ts'
import { createMetrics } from '../metrics/metrics.ts'
import { createRuleChains } from './create-rule-chains.ts'
import { defaultRootChainStatements } from './default-chain.ts'
import { openEngineWorld } from './engine/engine-testing.ts'
import { registerRuleChainRoutes } from './rule-chain-routes.ts'
import { ownChainsOnly } from './rule-chain-testing.ts'

interface Answer<T> {
  readonly status: number
  readonly body: T
}

async function open(t: TestContext) {
  const { storage, commit, scripts, tenant } = await openEngineWorld(t)
  const tenantId = await tenant()
  const { statements, changes } = defaultRootChainStatements(storage.relational, tenantId, 1)
  await commit({ statements, changes })
  const scopes: Record<string, Scope> = {
    tenant: scopeOf('TENANT_ADMIN', tenantId),
    other: scopeOf('TENANT_ADMIN', newId()),
    customer: scopeOf('CUSTOMER_USER', tenantId),
  }
  const { app, routes } = await createHttpApp({
    ...freeTurns(),
    log: pino({ level: 'silent' }),
    clock: systemClock,
    version: 'test',
    metrics: createMetrics(),
    checkHealth: async () => undefined,
    async scopeOfToken(token) {
      const scope = scopes[token]
      if (!scope) throw unauthenticated('Sign in.')
      return scope
    },
  })
  t.after(() => app.close())
  const { relational } = storage
  const access = ownChainsOnly(relational)
  const parts = createRuleChains({ relational, access, commit, clock: systemClock })
  registerRuleChainRoutes(routes, { ...parts, scripts })

  return async function call<T = { errorCode: number; message: string }>(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    body?: object,
    as = 'tenant',
  ): Promise<Answer<T>> {
    const headers = { 'x-authorization': `Bearer ${as}` }
    const { statusCode, payload } = await app.inject({ method, url, headers, ...(body && { payload: body }) })
    return { status: statusCode, body: (payload === '' ? undefined : JSON.parse(payload)) as T }
  }
}

const scopeOf = (authority: Authority, tenantId: string): Scope => testScope(tenantId, { authority })

test('chains over REST, as the wire has them', async (t) => {
  const call = await open(t)
  const list = async (query = '') =>
    (await call<{ data: RuleChain[] }>('GET', `/api/ruleChains?pageSize=10&page=0&type=CORE${query}`)).body.data
  const [root] = await list()
  assert.equal(root?.name, 'Root Rule Chain')

  const { body: chain } = await call<RuleChain>('POST', '/api/ruleChain', {
    name: 'Chain',
    type: 'CORE',
    debugMode: true,
  })
  assert.deepEqual((await call<RuleChain>('GET', `/api/ruleChain/${chain.id.id}`)).body, chain)
  const metadata = {
    ruleChainId: chain.id,
    firstNodeIndex: 0,
    nodes: [
      {
        type: 'a.TbNoSuchNode',
        name: 'A',
        debugMode: false,
        configuration: { jsScript: 'return 1 < 2;' },
        additionalInfo: { layoutX: 1 },
      },
      { type: 'a.TbNoSuchNode', name: 'B', debugMode: false, configuration: {}, additionalInfo: null },
    ],
    connections: [{ fromIndex: 0, toIndex: 1, type: 'Success' }],
    ruleChainConnections: null,
  }
  const saved = await call<RuleChainMetadata>('POST', '/api/ruleChain/metadata?updateRelated=true', metadata)
  assert.equal(saved.status, 200)
  assert.deepEqual(saved.body.connections, metadata.connections)
  assert.deepEqual((await call<RuleChainMetadata>('GET', `/api/ruleChain/${chain.id.id}/metadata`)).body, saved.body)
  const again = await call<RuleChainMetadata>('POST', '/api/ruleChain/metadata', saved.body)
  assert.deepEqual(again.body, saved.body)

  assert.equal((await call<RuleChain>('POST', `/api/ruleChain/${chain.id.id}/root`)).body.root, true)
  assert.deepEqual(
    (await list('&sortProperty=name&sortOrder=ASC')).map(({ name, root }) => [name, root]),
    [
      ['Chain', true],
      ['Root Rule Chain', false],
    ],
  )
  const made = await call<RuleChain>('POST', '/api/ruleChain/device/default', { name: 'For devices' })
  assert.equal(made.body.firstRuleNodeId, null)
  assert.equal((await call('DELETE', `/api/ruleChain/${root.id.id}`)).status, 200)
})

test('refusals have the codes of the wire', async (t) => {
  const call = await open(t)
  const { body: chain } = await call<RuleChain>('POST', '/api/ruleChain', { name: 'Chain' })
  const { body: roots } = await call<{ data: RuleChain[] }>('GET', '/api/ruleChains?pageSize=10&page=0&textSearch=root')
  const root = roots.data[0]?.id.id
  const circle = {
    ruleChainId: chain.id,
    firstNodeIndex: 0,
    nodes: [{ type: 'a.B', name: 'A' }],
    connections: [{ fromIndex: 0, toIndex: 0, type: 'x' }],
  }
  const cases: [Answer<{ errorCode: number }>, number, number][] = [
    [await call('POST', '/api/ruleChain', { type: 'CORE' }), 400, 31],
    [await call('POST', '/api/ruleChain/metadata', circle), 400, 31],
    [await call('DELETE', `/api/ruleChain/${root}`), 400, 31],
    [await call('GET', `/api/ruleChain/${chain.id.id}`, undefined, 'other'), 403, 20],
    [await call('GET', `/api/ruleChain/${chain.id.id}`, undefined, 'customer'), 403, 20],
    [await call('GET', `/api/ruleChain/${newId()}`), 404, 32],
  ]
  for (const [{ status, body }, expectedStatus, code] of cases) {
    assert.deepEqual([status, body.errorCode], [expectedStatus, code])
  }
})

test('a chain with wrong nodes is saved, and its problems name node and field', async (t) => {
  const call = await open(t)
  const { body: chain } = await call<RuleChain>('POST', '/api/ruleChain', { name: 'Wrong' })
  const prefix = 'org.thingsboard.rule.engine.'
  const nodes = [
    { type: `${prefix}telemetry.TbMsgTimeseriesNode`, name: 'Save', configuration: { defaultTTL: -1 } },
    { type: `${prefix}action.TbLogNode`, name: 'Log', configuration: { jsScript: 'return "";' } },
    { type: `${prefix}flow.TbRuleChainInputNode`, name: 'Call', configuration: {} },
    { type: 'a.B', name: 'Other', configuration: {} },
  ]
  const saved = await call<RuleChainMetadata>('POST', '/api/ruleChain/metadata', { ruleChainId: chain.id, nodes })
  assert.equal(saved.status, 200)
  const ids = saved.body.nodes.map(({ id }) => id)
  const path = `/api/v2/ruleChain/${chain.id.id}/problems`
  const { body: problems } = await call<RuleNodeProblem[]>('GET', path)
  assert.deepEqual(problems, [
    {
      ruleNodeId: ids[0],
      ruleNodeName: 'Save',
      field: 'defaultTTL',
      message: '"defaultTTL" must be a whole number of at least 0.',
    },
    {
      ruleNodeId: ids[2],
      ruleNodeName: 'Call',
      field: 'ruleChainId',
      message: 'Choose the rule chain that this node calls.',
    },
    {
      ruleNodeId: ids[3],
      ruleNodeName: 'Other',
      field: null,
      message: 'The class a.B isn’t supported. Replace the node.',
    },
  ])
  const fixed = { ruleChainId: chain.id, nodes: [{ ...nodes[0], configuration: { defaultTTL: 0 } }] }
  await call('POST', '/api/ruleChain/metadata', fixed)
  assert.deepEqual((await call('GET', path)).body, [])
  assert.equal((await call('GET', path, undefined, 'other')).status, 403)
})

test('scripts are tried out', async (t) => {
  const call = await open(t)
  const body = {
    argNames: ['msg', 'metadata', 'msgType'],
    msg: '{"temperature":22}',
    metadata: { n: '5' },
    msgType: 'T',
  }
  const run = async (scriptType: string, script: string) =>
    (
      await call<{ output: string; error: string }>('POST', '/api/ruleChain/testScript', {
        ...body,
        scriptType,
        script,
      })
    ).body
  assert.deepEqual(await run('filter', 'return msg.temperature > 20;'), { output: 'true', error: '' })
  assert.equal((await run('filter', 'while (true) {}')).output, '')
  assert.match((await run('nope', 'return 5;')).error, /unknown/)
})
